/** The engine's side of the panel: on or off, how it stands, and the best lines. */
import { t } from '../i18n';
import { button, h, type VNode } from '../ui/dom';
import { icon } from '../ui/icons';
import { settings } from '../ui/settings';
import type { EngineLine, EngineScore } from '../wire';
import { advantage, scoreText } from './evaluation';
import { inLetters } from './letters';
import { numberBefore } from './tree';

export const MOST_LINES = 5;

export interface EngineView {
  on: boolean;
  running: boolean;
  problem: string | null;
  lines: number;
  found: readonly EngineLine[];
  fen: string;
  /** Where the game is over there is nothing to think about. */
  over: string | null;
  toggle: () => void;
  setLines: (lines: number) => void;
  /** Plays the first so many moves of a line. */
  play: (line: readonly string[]) => void;
}

export function enginePanel(view: EngineView): VNode {
  const best = view.found[0];
  const state =
    view.over ??
    view.problem ??
    (best ? `${t('depth', { depth: best.depth })} · ${speed(best)}` : view.on ? t('engineLoading') : t('engineOff'));
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
                disabled: view.lines >= MOST_LINES,
              },
              '+',
            ),
          ])
        : null,
    ]),
    view.on && !view.over
      ? h(
          'ol.best-lines',
          null,
          placesOf(view).map(line => bestLine(view, line)),
        )
      : null,
  ]);
}

/** As many places as lines were asked for, so that nothing jumps while they come in. */
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
        attrs: { type: 'button', 'aria-label': `${scoreText(found.score)} ${found.san[0] ?? ''}` },
        on: { click: () => view.play(found.line.slice(0, 1)) },
      },
      scoreText(found.score),
    ),
    h(
      'span.best-moves',
      null,
      found.san
        .slice(0, 16)
        .map((san, index) =>
          h(
            'button.best-move',
            { attrs: { type: 'button' }, on: { click: () => view.play(found.line.slice(0, index + 1)) } },
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

/** The bar beside the board: White's share of it. */
export function evaluationBar(score: EngineScore | undefined, orientation: 'white' | 'black'): VNode {
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
      h('span.evaluation-text', { class: { low: share < 50 } }, text.replace(/[+−]/, '')),
    ],
  );
}

/** The button that has the whole game judged, and its progress. */
export function reportControl(view: {
  done: number;
  all: number;
  running: boolean;
  start: () => void;
  stop: () => void;
  empty: boolean;
}): VNode | null {
  if (view.empty) return null;
  if (!view.running)
    return button(
      '.report-start',
      { onClick: view.start },
      icon('analysis'),
      view.done > 0 ? t('judgeAgain') : t('judgeGame'),
    );
  return h('div.report-progress', null, [
    h('progress', { attrs: { max: view.all, value: view.done, 'aria-label': t('judging') } }),
    h('span', null, `${view.done}/${view.all}`),
    button('.small', { onClick: view.stop }, t('stop')),
  ]);
}
