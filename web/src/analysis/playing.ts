/** Playing moves in an analysis. */
import { replay } from '../core';
import type { ReplayedMove } from '../wire';
import { type GameTree, nodeOf, play } from './tree';

/** Plays moves from a node, as far as they are legal. */
export function playMoves(
  tree: GameTree,
  from: number,
  moves: readonly string[],
): { tree: GameTree; at: number; last: ReplayedMove | undefined } {
  let at = from;
  const { steps } = replay({ fen: nodeOf(tree, at).fen, variant: tree.variant, moves: [...moves] });
  for (const { fen, check, played } of steps) {
    if (played) ({ tree, at } = play(tree, at, { uci: played.uci, san: played.san, fen, check }));
  }
  return { tree, at, last: steps.at(-1)?.played ?? undefined };
}
