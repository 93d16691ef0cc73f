/**
 * How accurately each side has played, from 0 to 100, by the formula that Lichess publishes: a move loses accuracy by
 * the winning chances it gives away, and moves count more where the chances swing.
 */
import type { PositionScore } from '../storage/analyses';
import type { Side } from '../wire';
import { advantage, type Lapse, lapse } from './evaluation';

/** White's winning chances in percent. */
const winPercent = (score: PositionScore): number => 50 + 50 * advantage(score);

/** The accuracy of one move, from the mover's winning chances before and after it. */
export function moveAccuracy(before: number, after: number): number {
  if (after >= before) return 100;
  const raw = 103.1668 * Math.exp(-0.04354 * (before - after)) - 3.1669;
  return Math.max(0, Math.min(100, raw + 1));
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function deviation(values: readonly number[]): number {
  const middle = mean(values);
  return Math.sqrt(mean(values.map(value => (value - middle) ** 2)));
}

/** The accuracy of a side; null if none of its moves has a score before and after it. */
function gameAccuracy(
  scores: readonly (PositionScore | undefined)[],
  movers: readonly Side[],
  side: Side,
): number | null {
  const size = Math.max(2, Math.min(8, Math.floor(scores.length / 10)));
  const moves: { accuracy: number; weight: number }[] = [];
  for (let ply = 1; ply < scores.length; ply++) {
    const [before, after] = [scores[ply - 1], scores[ply]];
    if (!before || !after || movers[ply] !== side) continue;
    const sign = (percent: number): number => (side === 'white' ? percent : 100 - percent);
    // The window of positions that ends with this one; the first moves share the first window.
    const start = Math.max(0, Math.min(ply - size + 1, scores.length - size));
    const window = scores.slice(start, start + size).flatMap(score => (score ? [winPercent(score)] : []));
    moves.push({
      accuracy: moveAccuracy(sign(winPercent(before)), sign(winPercent(after))),
      weight: Math.max(0.5, Math.min(12, deviation(window))),
    });
  }
  if (moves.length === 0) return null;
  const weights = moves.reduce((sum, { weight }) => sum + weight, 0);
  const weighted = moves.reduce((sum, { accuracy, weight }) => sum + accuracy * weight, 0) / weights;
  const harmonic = moves.length / moves.reduce((sum, { accuracy }) => sum + 1 / Math.max(1, accuracy), 0);
  return (weighted + harmonic) / 2;
}

export interface SideSummary {
  accuracy: number | null;
  counts: Record<Lapse, number>;
}

export function summarize(
  scores: readonly (PositionScore | undefined)[],
  movers: readonly Side[],
): Record<Side, SideSummary> {
  const summaryOf = (side: Side): SideSummary => {
    const counts: Record<Lapse, number> = { inaccuracy: 0, mistake: 0, blunder: 0 };
    for (let ply = 1; ply < scores.length; ply++) {
      const [before, after] = [scores[ply - 1], scores[ply]];
      const kind = before && after && movers[ply] === side ? lapse(before, after, side) : null;
      if (kind) counts[kind] += 1;
    }
    return { accuracy: gameAccuracy(scores, movers, side), counts };
  };
  return { white: summaryOf('white'), black: summaryOf('black') };
}
