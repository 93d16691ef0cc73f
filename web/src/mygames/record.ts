/**
 * Details of a game of this browser for the list: the outcome for the user, the opening, the address of its analysis.
 */
import { writeAddress } from '../analysis/address';
import { replay } from '../core';
import { movesOf, pgnOf } from '../local/pgn';
import { type SavedGame, startOf } from '../local/save';
import { type Opening, openingOf, openingsReady } from '../openings';

/** The outcome for the user; null if two people played on one screen, unless it was a draw. */
export function outcomeFor({ you, result }: SavedGame): 'won' | 'lost' | 'drawn' | null {
  if (result === '1/2-1/2') return 'drawn';
  if (you === 'both' || (result !== '1-0' && result !== '0-1')) return null;
  return (result === '1-0' ? 'white' : 'black') === you ? 'won' : 'lost';
}

const openings = new Map<string, Opening | null>();

/** The opening of a finished game; null until the names have loaded. */
export function openingOfGame(game: SavedGame, arrived: () => void): Opening | null {
  const { fen, variant } = startOf(game);
  if (variant === 'chess960' || !openingsReady(arrived)) return null;
  const known = openings.get(game.id);
  if (known !== undefined) return known;
  const { steps } = replay({ fen: fen ?? null, moves: movesOf(game).map(({ uci }) => uci) });
  const found = openingOf(steps.map(step => step.fen)) ?? null;
  openings.set(game.id, found);
  return found;
}

export const analysisOf = (game: SavedGame): string =>
  writeAddress({ pgn: pgnOf(game), side: game.you === 'black' ? 'black' : 'white' });
