/** The score of a match: points over several games between the same two players. */
import { points } from '../core';
import type { PlayerPoints, ResultCode } from '../wire';

/** The score after one more game. */
export function scoreAfter(before: PlayerPoints, result: ResultCode): PlayerPoints {
  const { white, black } = points(result);
  return { white: before.white + white, black: before.black + black };
}
