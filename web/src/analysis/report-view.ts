/** The view of a report: its button and progress, the graph, accuracy and counts, and the better lines. */
import { t } from '../i18n';
import { button, h, type VNode } from '../ui/dom';
import { icon } from '../ui/icons';
import { settings } from '../ui/settings';
import { type Lapse, lapseSign, scoreText } from './evaluation';
import type { GameReport, Mistake } from './game-report';
import { graph } from './graph';
import type { Hover } from './hover';
import { inLetters } from './letters';
import { type GameTree, nodeOf, numberBefore, ROOT } from './tree';

/** The button that starts the analysis of the whole game, or its progress. */
export function reportControl(report: GameReport, tree: GameTree, at: number): VNode | null {
  if (tree.nodes.size < 3) return null;
  if (report.running) {
    const { done, all } = report.progress;
    return h('div.report-progress', null, [
      h('progress', { attrs: { max: all, value: done, 'aria-label': t('analysingGame') } }),
      h('span', null, `${done}/${all}`),
      button('.small', { onClick: () => report.stop() }, t('stop')),
    ]);
  }
  return button(
    '.report-start',
    { onClick: () => report.start(tree, at) },
    icon('analysis'),
    report.exists ? t('analyseAgain') : t('analyseGame'),
  );
}

export function reportGraph(report: GameReport, tree: GameTree, at: number, go: (id: number) => void): VNode | null {
  const line = report.line(tree);
  if (line.length < 2 || !report.exists) return null;
  return graph({
    scores: report.scores(tree),
    movers: report.movers(tree),
    names: line.map(id => inLetters(nodeOf(tree, id).san, settings().letters)),
    at: Math.max(0, line.indexOf(at)),
    go: ply => go(line[ply] ?? ROOT),
  });
}

const COUNTED: { kind: Lapse; name: 'inaccuracies' | 'mistakes' | 'blunders' }[] = [
  { kind: 'inaccuracy', name: 'inaccuracies' },
  { kind: 'mistake', name: 'mistakes' },
  { kind: 'blunder', name: 'blunders' },
];

/** Accuracy and counts of both players, and a button to go to the next mistake. */
export function reportSummary(report: GameReport, tree: GameTree, next: () => void): VNode | null {
  if (!report.exists || report.running) return null;
  const summary = report.summary(tree);
  const percent = (accuracy: number | null): string => (accuracy === null ? '–' : `${Math.round(accuracy)} %`);
  const bad = (['white', 'black'] as const).some(
    side => summary[side].counts.mistake + summary[side].counts.blunder > 0,
  );
  return h('div.report-summary', null, [
    h('table', null, [
      h('caption.visually-hidden', null, t('gameReport')),
      h('thead', null, [
        h('tr', null, [
          h('td', null),
          h('th', { attrs: { scope: 'col' } }, t('accuracy')),
          COUNTED.map(({ kind, name }) =>
            h('th', { attrs: { scope: 'col' } }, [
              h(
                'abbr',
                { attrs: { title: t(name), 'aria-label': t(name) }, class: { nag: true, [kind]: true } },
                lapseSign[kind],
              ),
            ]),
          ),
        ]),
      ]),
      h(
        'tbody',
        null,
        (['white', 'black'] as const).map(side =>
          h('tr', null, [
            h('th', { attrs: { scope: 'row' } }, [h(`span.dot.${side}`, null), t(side)]),
            h('td', { attrs: { 'data-accuracy': side } }, percent(summary[side].accuracy)),
            COUNTED.map(({ kind }) =>
              h('td', { attrs: { 'data-count': `${side}-${kind}` } }, summary[side].counts[kind]),
            ),
          ]),
        ),
      ),
    ]),
    bad ? button('.small', { onClick: next, label: t('nextMistakeHint') }, t('nextMistake')) : null,
  ]);
}

export interface BestLineHandlers {
  /** Plays the better line up to the move that was clicked. */
  play: (before: number, moves: readonly string[]) => void;
  hover: Hover;
}

/** Describes a mistake and the better line. */
export function mistakeNote(tree: GameTree, at: number, mistake: Mistake, handlers: BestLineHandlers): VNode {
  const { kind, before, best } = mistake;
  const { fen } = nodeOf(tree, before);
  const { number, black } = numberBefore(fen);
  const name = (san: string): string => inLetters(san, settings().letters);
  const numbered = (index: number): string => {
    const ply = index + (black ? 1 : 0);
    if (ply % 2 === 0) return `${number + ply / 2}. `;
    return index === 0 ? `${number}… ` : '';
  };
  return h('div.mistake-note', { attrs: { role: 'status' } }, [
    h('p', null, [
      h(`b.nag.${kind}`, null, `${name(nodeOf(tree, at).san)}${lapseSign[kind]}`),
      ` ${t(kind)}. `,
      best.san[0] ? h('span', null, t('bestWas', { move: name(best.san[0]), score: scoreText(best.score) })) : null,
    ]),
    best.san.length === 0
      ? null
      : h(
          'p.best-moves',
          null,
          best.san.map((san, index) =>
            h(
              'button.best-move',
              {
                attrs: { type: 'button' },
                on: {
                  click: () => handlers.play(before, best.line.slice(0, index + 1)),
                  mouseenter: (event: MouseEvent) =>
                    handlers.hover(fen, best.line.slice(0, index + 1), event.currentTarget as Element),
                  mouseleave: () => handlers.hover('', [], null),
                },
              },
              numbered(index) + name(san),
            ),
          ),
        ),
  ]);
}
