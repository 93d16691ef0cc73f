/** The handlers that the views of a game call. */

import type { PlayerAction } from '../wire';
import type { Color } from './model';
import type { ViewState } from './view-state';

export interface Handlers {
  act(by: Color, action: PlayerAction): void;
  look(changes: Partial<ViewState>): void;
  /** Shows the position after `ply` half-moves. */
  goTo(ply: number): void;
  /** A piece was dropped on a square. */
  moved(from: string, to: string, premove: boolean): void;
  /** A piece was dropped before the player's turn. */
  premoved(from: string, to: string): void;
  cancelPremoves(): void;
  /** The user chose what the pawn becomes. */
  promote(letter: string): void;
  touched(square: string): void;
  /** Plays the staged move, which waits for a confirmation or for the clock to be pressed. */
  complete(): void;
  /** Takes the staged move back. */
  unstage(): void;
  /** A move or a command was typed. */
  typed(text: string): void;
  /** A move was written down with the claim that it makes a draw. */
  claimed(text: string): void;
  say(text: string): void;
  again(): void;
  /** Goes to the start page to choose another game. */
  newGame(): void;
  analyse(): void;
  toggleSound(): void;
  wheel(event: WheelEvent): void;
}
