/** The score of a match: points over several games between the same two players (law P01). */
import type { GameResult } from '../wire';
import type { Color } from './model';

/** What the two players of a game have scored against each other. */
export type MatchScore = Record<Color, number>;

const points: Record<GameResult, readonly [white: number, black: number]> = {
  '1-0': [1, 0],
  '0-1': [0, 1],
  '1/2-1/2': [0.5, 0.5],
  '1/2-0': [0.5, 0],
  '0-1/2': [0, 0.5],
  '0-0': [0, 0],
  '*': [0, 0],
};

/** The score after one more game. */
export function scoreAfter(before: MatchScore, result: GameResult): MatchScore {
  const [white, black] = points[result];
  return { white: before.white + white, black: before.black + black };
}

/** A score as people write it: 1½. */
export function pointsText(score: number): string {
  const whole = Math.floor(score);
  const half = score - whole >= 0.5 ? '½' : '';
  return whole === 0 && half !== '' ? half : `${whole}${half}`;
}
