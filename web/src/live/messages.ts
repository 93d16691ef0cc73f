/** The messages of the live channel (docs/protocol.md). */
import type { Terms } from '../game/agreement';
import type { Action, Color } from '../game/model';
import type { Answer, State } from '../wire';

export interface LivePlayer {
  /** Of somebody with an account here; guests, the computer and people of games from elsewhere have none. */
  id?: string | null;
  name: string;
  title?: string | null;
  rating?: number | null;
  level?: number | null;
  /** Somebody without an account: the server says `Guest` and a few letters. */
  guest?: boolean;
}

export interface LiveMove {
  uci: string;
  san: string;
}

export interface Snapshot {
  t: 'game';
  game: string;
  v: number;
  now: number;
  you: Color | null;
  settings: Terms;
  white: LivePlayer;
  black: LivePlayer;
  start_fen: string | null;
  moves: LiveMove[];
  state: State;
  chat?: { from: string; color: Color | null; text: string }[];
  presence?: { white: boolean; black: boolean; watchers: number };
  rematch?: null | string;
}

export type Said =
  | Snapshot
  | { t: 'update'; game: string; v: number; now: number; events: Answer['events']; state: State }
  | { t: 'done'; id: string; game: string; v: number }
  | { t: 'refused'; id: string; game: string; v: number | null; code: string; reason?: string; why: string }
  | { t: 'presence'; game: string; white: boolean; black: boolean; watchers: number }
  | { t: 'gone'; game: string; color: Color; claim_in_ms: number | null }
  | { t: 'chat'; game: string; from: string; color: Color | null; text: string; room: string }
  | { t: 'rematch'; game: string; by?: Color; next?: string }
  | { t: 'lobby'; seeks: import('./api').Seek[] }
  | { t: 'started'; game: string }
  | { t: 'challenge'; id: string; status: string }
  | { t: 'finished'; game: string }
  | { t: 'pong'; n: number; now: number }
  | { t: 'error'; code: string; why: string };

export type Heard =
  | { t: 'watch'; game: string; since?: number }
  | { t: 'unwatch'; game: string }
  | { t: 'do'; game: string; id: string; ply?: number; action: Action }
  | { t: 'chat'; game: string; text: string; room: 'player' | 'spectator' }
  | { t: 'lobby'; on: boolean }
  | { t: 'ping'; n: number };
