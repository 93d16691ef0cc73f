/** The course of a game as numbers: where a line through its scores runs, and where something was given away. */
import type { Score } from '../storage/analyses';
import type { Side } from '../wire';
import { advantage, type Lapse, lapse } from './evaluation';

export const HEIGHT = 100;

/** Where a score stands, from the top. */
export const heightOf = (score: Score): number => (HEIGHT / 2) * (1 - advantage(score));

/** The line through all scores that are known, and the area of White below it. */
export function shapeOf(scores: readonly (Score | undefined)[]): { line: string; area: string } {
  const points = scores.flatMap((score, index) => (score ? [`${index},${heightOf(score).toFixed(1)}`] : []));
  const known = scores.flatMap((score, index) => (score ? [index] : []));
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined) return { line: '', area: '' };
  return { line: points.join(' '), area: `${first},${HEIGHT} ${points.join(' ')} ${last},${HEIGHT}` };
}

/** What was given away by which move. */
export function lapses(scores: readonly (Score | undefined)[], movers: readonly Side[]): Map<number, Lapse> {
  const found = new Map<number, Lapse>();
  for (let ply = 1; ply < scores.length; ply++) {
    const [before, after, mover] = [scores[ply - 1], scores[ply], movers[ply]];
    const kind = before && after && mover && lapse(before, after, mover);
    if (kind) found.set(ply, kind);
  }
  return found;
}
