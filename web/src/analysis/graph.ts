/** The evaluation graph: White's share below, Black's above, with marks for mistakes and blunders. */
import { t } from '../i18n';
import type { PositionScore } from '../storage/analyses';
import { h, type VNode } from '../ui/dom';
import type { Side } from '../wire';
import { HEIGHT, heightOf, lapses, shapeOf } from './course';
import { lapseSign, scoreText } from './evaluation';

export interface GraphView {
  scores: readonly (PositionScore | undefined)[];
  /** Who made each move; index 0 is the starting position. */
  movers: readonly Side[];
  /** The name of each move. */
  names: readonly string[];
  at: number;
  go: (ply: number) => void;
}

export function graph(view: GraphView): VNode {
  const { scores, at, go, names } = view;
  const width = Math.max(1, scores.length - 1);
  const { line, area } = shapeOf(scores);
  const marks = [...lapses(scores, view.movers)].filter(([, kind]) => kind !== 'inaccuracy');
  const plyAt = (event: MouseEvent): number => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    return Math.max(0, Math.min(width, Math.round(((event.clientX - box.left) / box.width) * width)));
  };
  const shown = scores[at];
  return h('div.graph', { attrs: { role: 'group', 'aria-label': t('gameCourse') } }, [
    h(
      'svg.graph-picture',
      {
        attrs: { viewBox: `0 0 ${width} ${HEIGHT}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' },
        on: { click: (event: MouseEvent) => go(plyAt(event)) },
      },
      [
        h('polygon.graph-white', { attrs: { points: area } }),
        h('line.graph-even', { attrs: { x1: 0, x2: width, y1: HEIGHT / 2, y2: HEIGHT / 2 } }),
        h('polyline.graph-line', { attrs: { points: line } }),
        h('line.graph-at', { attrs: { x1: at, x2: at, y1: 0, y2: HEIGHT } }),
      ],
    ),
    marks.map(([ply, kind]) => {
      const score = scores[ply];
      return h(
        `button.graph-mark.${kind}`,
        {
          key: ply,
          style: { left: `${(ply / width) * 100}%`, top: `${score ? heightOf(score) : 50}%` },
          attrs: {
            type: 'button',
            'aria-label': `${names[ply] ?? ''}${lapseSign[kind]} ${t(kind)}`,
            title: `${names[ply] ?? ''}${lapseSign[kind]}`,
          },
          on: { click: () => go(ply) },
        },
        [],
      );
    }),
    shown ? h('span.graph-score', null, scoreText(shown)) : null,
  ]);
}
