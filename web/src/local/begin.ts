/** Starts a game on this device, without loading the code of its screen. */
import type { Color } from '../game/model';
import { newId } from '../ui/id';
import { go } from '../ui/router';
import type { Start } from '../wire';
import { forgetGame, type SavedGame, savedGames, saveGame } from './save';

export interface NewLocalGame {
  kind: 'here' | 'computer';
  you: Color | 'both';
  level?: number;
  /** Replaces the rating of the level. */
  rating?: number | null;
  start: Start;
}

/** A new game, ready to be saved. */
export function newGame({ kind, you, level, rating, start }: NewLocalGame): SavedGame {
  const game: SavedGame = {
    id: newId(),
    kind,
    you,
    lines: [{ do: 'start', ...start }],
    elapsed: 0,
    date: Date.now(),
    fen: '',
    plies: 0,
    result: null,
    reason: null,
  };
  if (level !== undefined) {
    game.level = level;
    if (typeof rating === 'number') game.rating = rating;
    game.seed = Math.floor(Math.random() * 2 ** 32);
  }
  return game;
}

export const addressOf = (game: SavedGame): string => `/${game.kind === 'computer' ? 'computer' : 'board'}/${game.id}`;

/** At most this many games are kept; the oldest are deleted first. */
const MAX_SAVED = 200;

/** Saves a new game and goes to it. */
export function begin(game: SavedGame): void {
  for (const old of savedGames().slice(MAX_SAVED)) forgetGame(old.id);
  saveGame(game);
  go(addressOf(game));
}
