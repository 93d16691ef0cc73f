/** A game as it is shown, whoever runs it: the arbiter of this page or a server. */
import type { Clock, State } from '../wire';

export type Color = 'white' | 'black';
export const colors = ['white', 'black'] as const;
export const opposite = (color: Color): Color => (color === 'white' ? 'black' : 'white');

export interface Player {
  name: string;
  title?: string | null;
  rating?: number | null;
  /** The level of a computer. */
  level?: number;
  /** Where more is said about somebody with an account. */
  profile?: string;
}

/** What was agreed before the game, as far as it is shown. */
export interface Agreement {
  /** Of each side, as PGN writes it; `-` without a clock. */
  time: Record<Color, string>;
  chess960: boolean;
  /** Chess from another position than the usual start. */
  fromPosition: boolean;
  conduct: 'online' | 'tournament';
  drawOffersFrom: number | 'never' | null;
  fiftyMoveRule: boolean;
  rated: boolean;
  chat: boolean;
}

export interface ChatLine {
  from: string;
  color: Color | null;
  text: string;
}

/** Everything about a game that does not depend on who looks at which move. */
export interface GameModel {
  id: string;
  /** One screen, the computer, or people over the network. */
  kind: 'here' | 'computer' | 'live';
  /** The seat of who looks; on one screen both, for a spectator none. */
  you: Color | 'both' | null;
  /** Whether who looks may rule on it: stop and set clocks, forfeit, restart. */
  arbiter: boolean;
  agreement: Agreement;
  players: Record<Color, Player>;
  startFen: string | null;
  /** As UCI. */
  moves: string[];
  state: State;
  /** When the clocks of the state were right, on the clock of this page. */
  clockedAt: number;
  chat: ChatLine[];
  presence: { white: boolean; black: boolean; watchers: number } | null;
  /** Who would like another game, or where it is. */
  rematch: { by: Color } | { next: string } | null;
  connected: boolean;
  /** The opponent has left; when a claim can be made, on the clock of this page. */
  gone: { color: Color; claimAt: number } | null;
}

/** What a player does, in the words of the arbiter. */
export type Action =
  | { do: 'move'; move: string; offer_draw?: boolean }
  | { do: 'draw' | 'offer' | 'accept' | 'decline' | 'resign' | 'abort' | 'takeback' | 'adjust' }
  | { do: 'claim'; move?: string }
  | { do: 'touch'; square: string }
  | { do: 'forfeit'; who: Color | 'both' }
  | { do: 'pause' | 'resume' | 'restart' }
  | { do: 'set_clocks'; white?: number; black?: number }
  | { do: 'rematch' | 'claim_victory' | 'claim_draw_gone' }
  | { do: 'add_time'; seconds: number };

/** What just happened, for ears and screen readers. */
export type Happening =
  | { what: 'moved'; uci: string; san: string }
  | { what: 'ended' }
  | { what: 'refused'; code: string; why: string }
  | { what: 'drawOffered' | 'drawDeclined' | 'takebackAsked' | 'takebackDeclined' | 'claimRejected'; by: Color }
  | { what: 'illegalMove'; by: Color; move: string }
  | { what: 'timeGiven'; to: Color; time: number }
  | { what: 'touched'; square: string }
  | { what: 'clocksSet'; clock: Clock }
  | { what: 'adjusting' | 'started' | 'chat' | 'connectionLost' | 'connectionBack' };

/** A game that can be played at: it is shown, asked, and tells what happens. */
export interface GameTable {
  model(): GameModel;
  /** Somebody does something. The answer, if any, comes as a happening. */
  act(by: Color, action: Action): void;
  say?(text: string): void;
  /** Whether a move that was made is still on its way. */
  pending?(): boolean;
  listen(listener: (happening: Happening | null) => void): () => void;
  close(): void;
}

export const isOver = (model: GameModel): boolean => model.state.result !== null;

/** Whether who looks at the game can make a move now. */
export function onMove(model: GameModel): boolean {
  return !isOver(model) && (model.you === 'both' || model.you === model.state.turn);
}

/** Who acts when a button is pressed: the own seat, or on one screen the player to move. */
export function actor(model: GameModel): Color | null {
  return model.you === 'both' ? model.state.turn : model.you;
}
