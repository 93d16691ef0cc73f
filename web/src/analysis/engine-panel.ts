/** The engine's part of the panel: the switch, the score and the best lines. */
import { t } from '../i18n';
import type { PositionScore } from '../storage/analyses';
import { button, h, type VNode } from '../ui/dom';
import { settings } from '../ui/settings';
import type { EngineLine, Side } from '../wire';
import { advantage, scoreText } from './evaluation';
import type { Hover } from './hover';
import { inLetters } from './letters';
import { numberBefore } from './tree';

export const MAX_LINES = 5;

export interface EngineView {
  on: boolean;
  running: boolean;
  problem: string | null;
  lines: number;
  found: readonly EngineLine[];
  fen: string;
  /** How the game has ended in this position; then there is nothing to analyse. */
  over: string | null;
  /** Why the engine is not available at the moment. */
  busy: string | null;
  /** The lines show a threat: the position with the other side to move. */
  threat: boolean;
  toggle: () => void;
  setLines: (lines: number) => void;
  /** Plays the moves of a line up to the one that was clicked. */
  play: (line: readonly string[]) => void;
  hover: Hover;
}

export function enginePanel(view: EngineView): VNode {
  const best = view.found[0];
  const state =
    view.over ??
    view.problem ??
    view.busy ??
    (best
      ? [view.threat ? t('threat') : null, t('depth', { depth: best.depth }), speed(best)].filter(Boolean).join(' · ')
      : view.on
        ? t('engineLoading')
        : t('engineOff'));
  return h('section.engine', { attrs: { 'aria-label': t('engine') } }, [
    h('div.engine-head', null, [
      h(
        'button.switch',
        {
          class: { on: view.on },
          attrs: {
            type: 'button',
            role: 'switch',
            'aria-checked': String(view.on),
            'aria-label': t('engine'),
            title: t('engine'),
          },
          on: { click: view.toggle },
        },
        h('span.switch-knob', null),
      ),
      h(
        'b.engine-score',
        { attrs: { 'data-testid': 'score' } },
        view.on && best && !view.over ? scoreText(best.score) : '',
      ),
      h('small.engine-state', null, state),
      view.on
        ? h('div.engine-lines', { attrs: { role: 'group', 'aria-label': t('engineLines') } }, [
            button(
              '.quiet.tiny',
              { onClick: () => view.setLines(view.lines - 1), label: t('fewerLines'), disabled: view.lines <= 1 },
              '−',
            ),
            h('span', { attrs: { title: t('engineLines') } }, view.lines),
            button(
              '.quiet.tiny',
              {
                onClick: () => view.setLines(view.lines + 1),
                label: t('moreLines'),
                disabled: view.lines >= MAX_LINES,
              },
              '+',
            ),
          ])
        : null,
    ]),
    view.on && !view.over && !view.busy
      ? h(
          'ol.best-lines',
          null,
          placesOf(view).map(line => bestLine(view, line)),
        )
      : null,
  ]);
}

/** As many rows as lines were requested, so that the layout does not shift while they arrive. */
const placesOf = ({ lines, found }: EngineView): (EngineLine | undefined)[] =>
  Array.from({ length: lines }, (_, index) => found[index]);

function bestLine(view: EngineView, found: EngineLine | undefined): VNode {
  if (!found) return h('li.best-line.none', null, '…');
  const { number, black } = numberBefore(view.fen);
  const numbered = (index: number): string => {
    const ply = index + (black ? 1 : 0);
    if (ply % 2 === 0) return `${number + ply / 2}. `;
    return index === 0 ? `${number}… ` : '';
  };
  return h('li.best-line', { class: { black: advantage(found.score) < 0 } }, [
    h(
      'button.best-score',
      {
        attrs: {
          type: 'button',
          'aria-label': `${scoreText(found.score)} ${found.san[0] ?? ''}`,
          disabled: view.threat,
        },
        on: { click: () => view.play(found.line.slice(0, 1)) },
      },
      scoreText(found.score),
    ),
    h(
      'span.best-moves',
      null,
      found.san.slice(0, 16).map((san, index) =>
        h(
          'button.best-move',
          {
            // A threat cannot be played in this position.
            attrs: { type: 'button', disabled: view.threat },
            on: {
              click: () => view.play(found.line.slice(0, index + 1)),
              mouseenter: (event: MouseEvent) =>
                view.hover(view.fen, found.line.slice(0, index + 1), event.currentTarget as Element),
              mouseleave: () => view.hover('', [], null),
            },
          },
          numbered(index) + inLetters(san, settings().letters),
        ),
      ),
    ),
  ]);
}

function speed({ nodes, time }: EngineLine): string {
  const perSecond = time > 50 ? (nodes / time) * 1000 : 0;
  return perSecond >= 1e6 ? `${(perSecond / 1e6).toFixed(1)} MN/s` : `${Math.round(perSecond / 1000)} kN/s`;
}

/** The bar is narrow: no sign, and no tenths from ten pawns on. */
const shortText = (text: string): string => text.replace(/[+−]/, '').replace(/^(\d\d+)\.\d$/, '$1');

/** The evaluation bar beside the board, filled by White's share. */
export function evaluationBar(score: PositionScore | undefined, orientation: Side): VNode {
  const share = score ? 50 + 50 * advantage(score) : 50;
  const text = score ? scoreText(score) : '';
  return h(
    'div.evaluation',
    {
      class: { upside: orientation === 'black', unknown: !score },
      attrs: {
        role: 'meter',
        'aria-label': t('evaluation'),
        'aria-valuemin': -1,
        'aria-valuemax': 1,
        'aria-valuenow': score ? advantage(score).toFixed(2) : 0,
        'aria-valuetext': text || '–',
      },
    },
    [
      h('div.evaluation-white', { style: { '--share': `${share}%` } }),
      h('span.evaluation-text', { class: { low: share < 50 } }, shortText(text)),
    ],
  );
}
