/** What the views of a game call when somebody does something. */

import type { PlayerAction } from '../wire';
import type { Color } from './model';
import type { ViewState } from './view-state';

export interface Handlers {
  act(by: Color, action: PlayerAction): void;
  look(changes: Partial<ViewState>): void;
  /** Looks at the position after so many moves. */
  goTo(ply: number): void;
  /** A piece was put down. */
  moved(from: string, to: string, premove: boolean): void;
  /** A piece was put down before its turn. */
  premoved(from: string, to: string): void;
  cancelPremoves(): void;
  /** A pawn becomes this. */
  promote(letter: string): void;
  touched(square: string): void;
  /** Plays the move that waits for a confirmation or for the clock. */
  complete(): void;
  /** Puts a piece back that was not meant to be moved. */
  unstage(): void;
  /** A move in any notation. */
  typed(text: string): void;
  /** A move written down with the claim that it makes a draw. */
  claimed(text: string): void;
  say(text: string): void;
  again(): void;
  /** Chooses another game: another opponent, or another level. */
  newGame(): void;
  analyse(): void;
  toggleSound(): void;
  wheel(event: WheelEvent): void;
}
