/** A node of a game: its position according to the laws, and the questions to the engine about it. */
import { inspect } from '../core';
import { t } from '../i18n';
import { type Opening, openingOf, openingsReady } from '../openings';
import type { PositionScore } from '../storage/analyses';
import type { EngineQuestion, Playable } from '../wire';
import { endOf, type GameTree, nodeOf, pathTo, ROOT } from './tree';

export function positionAt(tree: GameTree, id: number): Playable | null {
  const found = inspect(nodeOf(tree, id).fen, tree.variant);
  return found.is === 'playable' ? found : null;
}

/**
 * The question about a node, with the moves that led there, because repetitions count. After a null move, the position
 * alone.
 */
export function questionAt(tree: GameTree, id: number): EngineQuestion {
  const { variant } = tree;
  const path = pathTo(tree, id).map(place => nodeOf(tree, place));
  const passes = path.some(({ uci }) => uci === '0000');
  if (passes) return { fen: nodeOf(tree, id).fen, variant, moves: [] };
  return { fen: nodeOf(tree, ROOT).fen, variant, moves: path.map(({ uci }) => uci) };
}

/** The score of a position in which the game is over; null otherwise. */
export function finalScore(position: Playable | null): PositionScore | null {
  if (position?.status === 'checkmate') return { result: position.turn === 'white' ? '0-1' : '1-0' };
  return position?.status === 'stalemate' ? { result: '1/2-1/2' } : null;
}

/**
 * The question that finds a threat: the same position with the other side to move; null if that is illegal, as in
 * check.
 */
export function threatAt(tree: GameTree, id: number): EngineQuestion | null {
  const [placement, turn, castling, , halfmoves, fullmoves] = nodeOf(tree, id).fen.split(' ');
  const fen = [placement, turn === 'w' ? 'b' : 'w', castling, '-', halfmoves, fullmoves].join(' ');
  const { variant } = tree;
  return inspect(fen, variant).is === 'playable' ? { fen, variant, moves: [] } : null;
}

export function overText(position: Playable | null): string | null {
  if (position?.status === 'checkmate') return t('checkmate');
  return position?.status === 'stalemate' ? t('stalemate') : null;
}

/** The squares of the move that led to a node, for the board. */
export function lastMoveAt(tree: GameTree, id: number): [string, string] | null {
  const { uci } = nodeOf(tree, id);
  return uci === '' || uci === '0000' ? null : [uci.slice(0, 2), uci.slice(2, 4)];
}

/** The opening: the last named position up to the current node or, at the start, of the whole main line. */
export function openingAt(tree: GameTree, at: number, arrived: () => void): Opening | undefined {
  if (tree.variant !== 'standard' || tree.nodes.size === 1 || !openingsReady(arrived)) return undefined;
  const last = at === ROOT ? endOf(tree, ROOT) : at;
  return openingOf(pathTo(tree, last).map(id => nodeOf(tree, id).fen));
}
