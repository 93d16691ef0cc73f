/** Games of this browser: the lines that were said to the arbiter are the game, and can be said again. */
import type { MatchScore } from '../game/match';
import type { Color } from '../game/model';
import { forget, recall, remember, remembered } from '../ui/store';
import type { GameResult, Reason } from '../wire';

export interface SavedGame {
  id: string;
  kind: 'here' | 'computer';
  /** The seat of the person; on one screen both. */
  you: Color | 'both';
  level?: number;
  /** The rating of the computer, where it was chosen between the levels. */
  rating?: number;
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
  result: GameResult | null;
  /** What the two had scored before, where this is a rematch. */
  before?: MatchScore;
  reason: Reason | null;
}

const RULINGS: ReadonlySet<string> = new Set(['pause', 'resume', 'set_clocks', 'forfeit', 'restart']);

/** What the arbiter does, and no player. */
export const isRuling = (action: string): boolean => RULINGS.has(action);

/** Earlier versions of the page wrote down who was to move when the arbiter ruled; the arbiter refuses that. */
function withoutColor(line: object): object {
  const { by, ...rest } = line as { do?: string; by?: string };
  return isRuling(rest.do ?? '') ? rest : line;
}

const key = (id: string) => `game.${id}`;

export const saveGame = (game: SavedGame): void => remember(key(game.id), game);
export function loadGame(id: string): SavedGame | undefined {
  const game = recall<SavedGame>(key(id));
  if (!game) return undefined;
  // Earlier versions of the page also wrote down what only holds on a server; the arbiter refuses that.
  const { chat: _chat, rated: _rated, ...start } = (game.lines[0] ?? {}) as Record<string, unknown>;
  return { ...game, lines: [start, ...game.lines.slice(1).map(withoutColor)] };
}
export const forgetGame = (id: string): void => forget(key(id));

/** All of them, the latest first. */
export function savedGames(): SavedGame[] {
  const games = remembered('game.').map(name => recall<SavedGame>(name));
  return games.filter(game => game !== undefined).sort((one, other) => other.date - one.date);
}
