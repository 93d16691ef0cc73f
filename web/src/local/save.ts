/** Games of this browser: the lines that were said to the arbiter are the game, and can be said again. */
import type { Color } from '../game/model';
import { forget, recall, remember, remembered } from '../ui/store';

export interface SavedGame {
  id: string;
  kind: 'here' | 'computer';
  /** The seat of the person; on one screen both. */
  you: Color | 'both';
  level?: number;
  /** Decides the mistakes of the computer. */
  seed?: number;
  /** Accepted actions, the first of them the start. */
  lines: object[];
  /** Milliseconds since the game began. */
  elapsed: number;
  /** When it was last touched, by the calendar. */
  date: number;
  /** For lists: how it stands. */
  fen: string;
  plies: number;
  result: string | null;
  reason: string | null;
}

const key = (id: string) => `game.${id}`;

export const saveGame = (game: SavedGame): void => remember(key(game.id), game);
export const loadGame = (id: string): SavedGame | undefined => recall<SavedGame>(key(id));
export const forgetGame = (id: string): void => forget(key(id));

/** All of them, the latest first. */
export function savedGames(): SavedGame[] {
  const games = remembered('game.').map(name => recall<SavedGame>(name));
  return games.filter(game => game !== undefined).sort((one, other) => other.date - one.date);
}

/** A name for a new game. */
export function newId(): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), byte => letters[byte % letters.length]).join('');
}
