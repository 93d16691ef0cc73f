/** Games saved in this browser. A game is saved as the lines sent to its arbiter, and restored by replaying them. */
import type { Color } from '../game/model';
import { forget, recall, remember, remembered } from '../ui/store';
import type { ArbiterLine, PlayerPoints, Reason, ResultCode, Start } from '../wire';

export interface SavedGame {
  id: string;
  kind: 'here' | 'computer';
  /** The user's seat; `both` on one screen. */
  you: Color | 'both';
  level?: number;
  /** The rating that the computer plays at, if one was chosen instead of a level. */
  rating?: number;
  /** Seed of the computer's random choices. */
  seed?: number;
  /** The accepted actions; the first one is the start. */
  lines: ArbiterLine[];
  /** Milliseconds since the game began. */
  elapsed: number;
  /** When the game was last saved (`Date.now()`). */
  date: number;
  /** The last position, for lists. */
  fen: string;
  plies: number;
  result: ResultCode | null;
  /** The match score before this game, if it is a rematch. */
  before?: PlayerPoints;
  reason: Reason | null;
}

/** The settings with which a game started. */
export function startOf({ lines: [first] }: SavedGame): Start {
  if (first?.do !== 'start') return {};
  const { do: _, at: __, ...start } = first;
  return start;
}

const key = (id: string) => `game.${id}`;

export const saveGame = (game: SavedGame): void => remember(key(game.id), game);
export function loadGame(id: string): SavedGame | undefined {
  const game = recall<SavedGame>(key(id));
  if (!game) return undefined;
  // Earlier versions of the page also saved settings that exist only on a server, which the arbiter refuses.
  const [first, ...rest] = game.lines as (ArbiterLine & { chat?: unknown; rated?: unknown })[];
  if (!first) return game;
  const { chat: _chat, rated: _rated, ...start } = first;
  return { ...game, lines: [start, ...rest] };
}
export const forgetGame = (id: string): void => forget(key(id));

/** All saved games, the latest first. */
export function savedGames(): SavedGame[] {
  const games = remembered('game.').map(name => recall<SavedGame>(name));
  return games.filter(game => game !== undefined).sort((one, other) => other.date - one.date);
}
