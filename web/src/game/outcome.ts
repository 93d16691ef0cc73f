/** The result and its reason; behind "Why?" the law it rests on and the proof of a ruling. */
import { t } from '../i18n';
import { openingOf, openingsReady, openingText } from '../openings';
import { button, h, link, type VNode } from '../ui/dom';
import type { Reason, Step } from '../wire';
import { drawOddsText, hasWhy, matchScore } from './ending';
import type { Handlers } from './handlers';
import type { GameModel } from './model';
import { numbering } from './moves';
import { noMateText } from './proof';
import { reasonText, resultFor, scoreText } from './words';

export interface OutcomeView {
  model: GameModel;
  /** The positions of the game, followed by those of the mating line. */
  steps: Step[];
  /** How many moves of the mating line are shown; null while the game itself is shown. */
  mate: number | null;
  /** Whether the reader has opened or closed the explanation; null if neither. */
  why: boolean | null;
  look: Handlers['look'];
}

/** Results that may surprise. Their explanation is open from the beginning; a resignation needs none. */
const explained: ReadonlySet<Reason> = new Set<Reason>([
  'time',
  'draw on time',
  'draw by resignation',
  'illegal moves',
  'draw by illegal moves',
  'dead position',
  'fivefold repetition',
  'seventy-five-move rule',
]);

export function outcome(view: OutcomeView): VNode | null {
  const { result, reason } = view.model.state;
  if (result === null) return null;
  const { by_draw_odds: byDrawOdds = false } = view.model.state;
  const open = view.why ?? (byDrawOdds || (reason !== null && explained.has(reason)));
  return h('div.outcome', { attrs: { role: 'status' } }, [
    h('p.outcome-result', null, [
      scoreText(result) === '' ? null : h('span.outcome-score', null, scoreText(result)),
      h('span', null, [
        h('strong', null, resultFor(view.model, result)),
        reason ? h('span.outcome-reason', null, ` ${reasonText(reason)}`) : null,
      ]),
      hasWhy(view.model)
        ? h(
            'button.quiet.small.outcome-why',
            {
              attrs: { type: 'button', 'aria-expanded': String(open) },
              on: { click: () => view.look({ why: !open, mate: null }) },
            },
            t('why'),
          )
        : null,
    ]),
    forfeitReason(view.model),
    matchScore(view.model),
    openingName(view),
    open ? explanation(view) : null,
  ]);
}

/** The name of the opening. */
function openingName({ model, steps, look }: OutcomeView): VNode | null {
  if (model.agreement.variant !== 'standard' || !openingsReady(() => look({}))) return null;
  const opening = openingOf(steps.slice(0, model.moves.length + 1).map(({ fen }) => fen));
  return opening ? h('p.outcome-opening', null, openingText(opening)) : null;
}

/** Why the arbiter declared the game lost. */
function forfeitReason({ state }: GameModel): VNode | null {
  const last = state.rulings?.at(-1);
  if (last?.ruling !== 'forfeit' || !last.reason) return null;
  return h('p.outcome-forfeit', null, t('forfeitBecause', { reason: last.reason }));
}

function explanation(view: OutcomeView): VNode {
  const { law, article, no_mate_of } = view.model.state;
  return h('div.outcome-explanation', null, [
    no_mate_of ? h('p.outcome-proof', null, t('noMateBecause', { why: noMateText(no_mate_of) })) : null,
    matingLine(view),
    drawOddsText(view.model),
    law ? link('.outcome-law', `/laws/${law}`, t('law', { law })) : null,
    h('p.outcome-article', null, article ? t('fideArticle', { article }) : t('fideNone')),
  ]);
}

/** The mate that was still possible, move by move. */
function matingLine({ model, steps, mate, look }: OutcomeView): VNode | null {
  const line = model.state.mating_line;
  if (!line || line.length === 0) return null;
  const showMate = (moves: number | null): void => look({ mate: moves, ply: null, ending: false });
  const start = model.moves.length;
  const { firstNumber, blackFirst } = numbering(steps[0]?.fen ?? '');
  const numbered = (index: number): string => {
    const ply = start + index + (blackFirst ? 1 : 0);
    const number = firstNumber + Math.floor(ply / 2);
    if (ply % 2 === 0) return `${number}. `;
    return index === 0 ? `${number}… ` : '';
  };
  return h('div.outcome-mate', null, [
    h('p', null, t('aMateExists')),
    h(
      'p.mate-line',
      null,
      line.map((_, index) =>
        h(
          'button.move',
          {
            class: { current: mate === index + 1 },
            attrs: { type: 'button' },
            on: { click: () => showMate(index + 1) },
          },
          numbered(index) + (steps[start + index + 1]?.played?.san ?? ''),
        ),
      ),
    ),
    mate === null
      ? button('.small', { onClick: () => showMate(1) }, t('showMate'))
      : button('.small', { onClick: () => showMate(null) }, t('backToGame')),
  ]);
}
