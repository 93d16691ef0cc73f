/** A game as it is shown, whoever runs it: the arbiter of this page or a server. */
import type { ChatLine, ConductName, OffersFrom, PlayerAction, Side, State, VariantName } from '../wire';
import type { Cue } from './cues';
import type { MatchScore } from './match';

export type Color = Side;
export const colors = ['white', 'black'] as const;
export const opposite = (color: Color): Color => (color === 'white' ? 'black' : 'white');

export interface Player {
  name: string;
  title?: string | null;
  rating?: number | null;
  /** What the game did to the rating. */
  change?: number;
  /** The level of a computer. */
  level?: number;
  /** The rating that a computer plays at, where it was chosen. */
  playsAt?: number;
  /** Where more is said about somebody with an account. */
  profile?: string;
}

/** What was agreed before the game, as far as it is shown. */
export interface Agreement {
  /** Of each side, as PGN writes it; `-` without a clock. */
  time: Record<Color, string>;
  variant: VariantName;
  /** Chess from another position than the usual start. */
  fromPosition: boolean;
  conduct: ConductName;
  drawOffersFrom: OffersFrom | null;
  fiftyMoveRule: boolean;
  /** A draw wins for this side. */
  drawOdds: Side | null;
  /** Milliseconds after which a player who has not come to the board loses. */
  defaultTime: number | null;
  rated: boolean;
  chat: boolean;
}

/** Everything about a game that does not depend on which move is being looked at. */
export interface GameModel {
  id: string;
  /** One screen, the computer, or people over the network. */
  kind: 'here' | 'computer' | 'live';
  /** The user's seat; both on one screen, none for a spectator. */
  you: Color | 'both' | null;
  /** Whether the user is the arbiter: stop and set clocks, forfeit, restart. */
  arbiter: boolean;
  agreement: Agreement;
  players: Record<Color, Player>;
  startFen: string | null;
  /** As UCI. */
  moves: string[];
  /** What the two have scored against each other, this game included once it is over; none for a first game. */
  match?: MatchScore;
  /** When the game began, on the clock of its rulings; zero if it is left out. */
  startedAt?: number;
  state: State;
  /** When the clocks of the state were right, on the clock of this page. */
  clockedAt: number;
  chat: Pick<ChatLine, 'from' | 'color' | 'text'>[];
  presence: { white: boolean; black: boolean; watchers: number } | null;
  /** Who would like another game, or where it is. */
  rematch: { by: Color } | { next: string } | null;
  connected: boolean;
  /** The opponent has left; when a claim can be made, on the clock of this page. */
  gone: { color: Color; claimAt: number } | null;
}

/** A game that can be played at: it is shown, asked, and tells what happens. */
export interface GameTable {
  model(): GameModel;
  /** Somebody does something. The answer, if any, comes as a cue. */
  act(by: Color, action: PlayerAction): void;
  say?(text: string): void;
  /** Whether a move that was made is still on its way. */
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

/** Who acts when a button is pressed: the own seat, or on one screen the player to move. */
export function actor(model: GameModel): Color | null {
  return model.you === 'both' ? model.state.turn : model.you;
}
