/** A game tree as PGN. */
import { writeGame } from '../core';
import { type GameTree, toWire } from './tree';

/** The PGN of a game; empty if it cannot be written. */
export function pgnText(tree: GameTree): string {
  const text = writeGame(toWire(tree));
  return text.is === 'written' ? text.pgn : '';
}
