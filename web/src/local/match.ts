/** The score of a match: points over several games between the same two players. */
import { points } from '../core';
import type { GameResult, PlayerPoints } from '../wire';

/** The score after one more game. */
export function scoreAfter(before: PlayerPoints, result: GameResult): PlayerPoints {
  const { white, black } = points(result);
  return { white: before.white + white, black: before.black + black };
}
