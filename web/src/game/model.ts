/** A game as the page shows it, whether an arbiter in the page or a server runs it. */
import type {
  ChatLine,
  ConductName,
  GamePresence,
  OffersFrom,
  PlayerAction,
  PlayerPoints,
  Side,
  State,
  VariantName,
} from '../wire';
import type { Cue } from './cues';

export type Color = Side;
export const colors = ['white', 'black'] as const;
export const opposite = (color: Color): Color => (color === 'white' ? 'black' : 'white');

/** A player as the page shows them. */
export interface PlayerModel {
  name: string;
  title?: string | null;
  rating?: number | null;
  /** How the game changed the rating. */
  change?: number;
  /** The level of a computer. */
  level?: number;
  /** The rating that a computer plays at, if one was chosen instead of a level. */
  playsAt?: number;
  /** The address of the player's page; only accounts have one. */
  profile?: string;
}

/** The terms of a game, as far as they are shown. */
export interface Agreement {
  /** The time control of each side, as PGN writes it; `-` without a clock. */
  time: Record<Color, string>;
  variant: VariantName;
  /** Standard chess from another position than the usual start. */
  fromPosition: boolean;
  conduct: ConductName;
  drawOffersFrom: OffersFrom | null;
  fiftyMoveRule: boolean;
  /** A draw wins for this side. */
  drawOdds: Side | null;
  /** Milliseconds after which a player who has not appeared loses. */
  defaultTime: number | null;
  rated: boolean;
  chat: boolean;
}

/** Everything about a game that does not depend on which move is shown. */
export interface GameModel {
  id: string;
  /** Two people on one screen, a game against the computer, or a game on a server. */
  kind: 'here' | 'computer' | 'live';
  /** The user's seat: `both` on one screen, null for a spectator. */
  you: Color | 'both' | null;
  /** Whether the user may rule: stop and set clocks, forfeit, restart. */
  arbiter: boolean;
  agreement: Agreement;
  players: Record<Color, PlayerModel>;
  startFen: string | null;
  /** In UCI notation. */
  moves: string[];
  /** The score between the two players, including this game once it is over; absent for a first game. */
  match?: PlayerPoints;
  /** When the game began, on the clock that times its rulings; zero if absent. */
  startedAt?: number;
  state: State;
  /** The `performance.now()` at which the clocks in `state` were correct. */
  clockedAt: number;
  chat: Pick<ChatLine, 'from' | 'color' | 'text'>[];
  presence: Omit<GamePresence, 'game'> | null;
  /** Who has offered a rematch, or the id of the next game. */
  rematch: { by: Color } | { next: string } | null;
  connected: boolean;
  /** A player has left; `claimAt` is the `performance.now()` from which a claim can be made. */
  gone: { color: Color; claimAt: number } | null;
}

/** A game that can be shown and acted on, and that reports what happens. */
export interface GameTable {
  model(): GameModel;
  /** Performs an action. The outcome is reported as cues. */
  act(by: Color, action: PlayerAction): void;
  say?(text: string): void;
  /** Whether a move has been sent and not yet answered. */
  pending?(): boolean;
  /** The game with its clocks, as PGN. */
  pgn(): Promise<string>;
  listen(listener: (cue: Cue | null) => void): () => void;
  close(): void;
}

export const isOver = (model: GameModel): boolean => model.state.result !== null;

/** Whether the user can make a move now. */
export function onMove(model: GameModel): boolean {
  return !isOver(model) && (model.you === 'both' || model.you === model.state.turn);
}

/** Who acts when a button is pressed: the user's side, or on one screen the player to move; null for a spectator. */
export function actor(model: GameModel): Color | null {
  return model.you === 'both' ? model.state.turn : model.you;
}
