/** The geometry of the evaluation graph, and the moves that lost winning chances. */
import type { PositionScore } from '../storage/analyses';
import type { Side } from '../wire';
import { advantage, type Lapse, lapse } from './evaluation';

export const HEIGHT = 100;

/** The distance of a score from the top of the graph. */
export const heightOf = (score: PositionScore): number => (HEIGHT / 2) * (1 - advantage(score));

/** The line through all known scores, and White's area below it. */
export function shapeOf(scores: readonly (PositionScore | undefined)[]): { line: string; area: string } {
  const points = scores.flatMap((score, index) => (score ? [`${index},${heightOf(score).toFixed(1)}`] : []));
  const known = scores.flatMap((score, index) => (score ? [index] : []));
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined) return { line: '', area: '' };
  return { line: points.join(' '), area: `${first},${HEIGHT} ${points.join(' ')} ${last},${HEIGHT}` };
}

/** The lapses by ply: inaccuracies, mistakes and blunders. */
export function lapses(scores: readonly (PositionScore | undefined)[], movers: readonly Side[]): Map<number, Lapse> {
  const found = new Map<number, Lapse>();
  for (let ply = 1; ply < scores.length; ply++) {
    const [before, after, mover] = [scores[ply - 1], scores[ply], movers[ply]];
    const kind = before && after && mover && lapse(before, after, mover);
    if (kind) found.set(ply, kind);
  }
  return found;
}
