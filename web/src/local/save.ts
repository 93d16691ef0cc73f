/** Games saved in this browser. A game is saved as the lines sent to its arbiter, and restored by replaying them. */
import type { MatchScore } from '../game/match';
import type { Color } from '../game/model';
import { forget, recall, remember, remembered } from '../ui/store';
import type { GameResult, Reason } from '../wire';

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
  lines: object[];
  /** Milliseconds since the game began. */
  elapsed: number;
  /** When the game was last saved (`Date.now()`). */
  date: number;
  /** The last position, for lists. */
  fen: string;
  plies: number;
  result: GameResult | null;
  /** The match score before this game, if it is a rematch. */
  before?: MatchScore;
  reason: Reason | null;
}

const RULINGS: ReadonlySet<string> = new Set(['pause', 'resume', 'set_clocks', 'forfeit', 'restart']);

/** Whether an action belongs to the arbiter and not to a player. */
export const isRuling = (action: string): boolean => RULINGS.has(action);

/** Earlier versions of the page saved rulings with the player to move as `by`, which the arbiter refuses. */
function withoutColor(line: object): object {
  const { by, ...rest } = line as { do?: string; by?: string };
  return isRuling(rest.do ?? '') ? rest : line;
}

const key = (id: string) => `game.${id}`;

export const saveGame = (game: SavedGame): void => remember(key(game.id), game);
export function loadGame(id: string): SavedGame | undefined {
  const game = recall<SavedGame>(key(id));
  if (!game) return undefined;
  // Earlier versions of the page also saved settings that exist only on a server, which the arbiter refuses.
  const { chat: _chat, rated: _rated, ...start } = (game.lines[0] ?? {}) as Record<string, unknown>;
  return { ...game, lines: [start, ...game.lines.slice(1).map(withoutColor)] };
}
export const forgetGame = (id: string): void => forget(key(id));

/** All saved games, the latest first. */
export function savedGames(): SavedGame[] {
  const games = remembered('game.').map(name => recall<SavedGame>(name));
  return games.filter(game => game !== undefined).sort((one, other) => other.date - one.date);
}
