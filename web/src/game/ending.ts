/** The dialog at the end of a game: the result over the board, the rating change, and what to do next. */
import { t } from '../i18n';
import { button, h, type VNode } from '../ui/dom';
import { icon } from '../ui/icons';
import type { Handlers } from './handlers';
import { pointsText } from './match';
import type { GameModel } from './model';
import { playerName, reasonText, resultFor, scoreText } from './words';

export interface EndingView {
  model: GameModel;
  handlers: Handlers;
}

export function ending({ model, handlers }: EndingView): VNode | null {
  const { result, reason } = model.state;
  if (result === null) return null;
  const close = (): void => handlers.look({ ending: false });
  return h(
    `div.ending.${mood(model)}`,
    {
      attrs: { role: 'dialog', 'aria-labelledby': 'ending-title' },
      on: {
        click: (event: MouseEvent) => {
          if (event.target === event.currentTarget) close();
        },
      },
    },
    h('div.ending-card', null, [
      button('.quiet.ending-close', { onClick: close, label: t('close') }, icon('close')),
      h('p.ending-score', { attrs: { 'aria-hidden': 'true' } }, scoreText(result)),
      h('h2#ending-title', null, resultFor(model, result)),
      reason ? h('p.ending-reason', null, reasonText(reason)) : null,
      drawOddsText(model),
      matchScore(model),
      ratingChange(model),
      h('div.ending-actions', null, [
        rematch(model, handlers),
        button('', { onClick: handlers.newGame }, t(model.kind === 'live' ? 'newOpponent' : 'newGame')),
        button('', { onClick: handlers.analyse }, icon('analysis'), t('analyse')),
      ]),
      hasWhy(model)
        ? button('.quiet.small', { onClick: () => handlers.look({ ending: false, why: true, tab: 'moves' }) }, t('why'))
        : null,
    ]),
  );
}

/** Explains why a draw counts as a win for one side. */
export function drawOddsText({ state, agreement: { drawOdds } }: GameModel): VNode | null {
  return state.by_draw_odds && drawOdds ? h('p', null, t('byDrawOdds', { color: t(drawOdds) })) : null;
}

/** The score of a match of several games. */
export function matchScore(model: GameModel): VNode | null {
  const { match } = model;
  if (!match) return null;
  const [white, black] = [playerName(model, 'white'), playerName(model, 'black')];
  const score = `${pointsText(match.white)}–${pointsText(match.black)}`;
  return h('p.match-score', null, t('matchScore', { white, score, black }));
}

/** Whether there is an explanation beyond the reason. */
export const hasWhy = ({ state }: GameModel): boolean =>
  state.law !== null || (state.mating_line?.length ?? 0) > 0 || state.no_mate_of !== undefined;

/** Whether the user won or lost; `even` for a draw, a spectator, or two people on one screen. */
export function mood({ you, state }: GameModel): 'won' | 'lost' | 'even' {
  if (you === null || you === 'both') return 'even';
  const won = state.result === (you === 'white' ? '1-0' : '0-1');
  const lost = state.result === (you === 'white' ? '0-1' : '1-0') || state.result === '0-0';
  return won ? 'won' : lost ? 'lost' : 'even';
}

function ratingChange({ you, players }: GameModel): VNode | null {
  if (you === null || you === 'both') return null;
  const { rating, change } = players[you];
  if (rating === null || rating === undefined || change === undefined) return null;
  const sign = change < 0 ? '−' : '+';
  return h('p.ending-rating', null, [
    t('ratingNow', { before: rating, after: rating + change }),
    ' ',
    h('b', { class: { up: change > 0, down: change < 0 } }, `${sign}${Math.abs(change)}`),
  ]);
}

function rematch({ kind, you, rematch: asked }: GameModel, { act, again }: Handlers): VNode | null {
  if (kind !== 'live') return button('.primary', { onClick: again }, icon('again'), t('rematch'));
  if (you === null || you === 'both') return null;
  const offered = asked !== null && 'by' in asked && asked.by === you;
  const wanted = asked !== null && 'by' in asked && asked.by !== you;
  return button(
    '.primary',
    { onClick: () => act(you, { do: 'rematch' }), disabled: offered },
    icon('again'),
    t(offered ? 'rematchOffered' : wanted ? 'acceptRematch' : 'rematch'),
  );
}
