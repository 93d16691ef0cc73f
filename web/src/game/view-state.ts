/** The view state of a game: which move is shown, from which side, and what is being asked. */
import { replay } from '../core';
import { settings } from '../ui/settings';
import type { PlayerAction, Step } from '../wire';
import { type Color, type GameModel, opposite } from './model';
import type { Premove } from './premoves';

/** The actions of the arbiter that must be confirmed first. */
export type Ruling = Extract<PlayerAction, { do: 'forfeit' | 'restart' }> | { do: 'adjourn' };

export interface Squares {
  from: string;
  to: string;
}

export interface ViewState {
  /** The half-move that is shown; null follows the game. */
  ply: number | null;
  flipped: boolean;
  /** The action that the player is asked to confirm. */
  asking: 'resign' | 'abort' | null;
  /** The ruling that is being confirmed. */
  ruling: Ruling | null;
  promotion: { from: string; to: string; premove: boolean } | null;
  premoves: readonly Premove[];
  /** A move that waits for a confirmation, or for the clock to be pressed. */
  staged: { move: string; text: string /** Set if the move is not legal. */; wrong?: Squares } | null;
  offerWithMove: boolean;
  note: string | null;
  /** How many moves of the mating line are shown; null while the game itself is shown. */
  mate: number | null;
  /** Whether the law and the proof behind the result are shown; null lets the result decide. */
  why: boolean | null;
  /** The game has just ended before the user's eyes: the result covers the board until it is closed. */
  ending: boolean;
  /** How many messages have arrived while the chat was not shown. */
  unread: number;
  tab: 'moves' | 'chat' | 'arbiter';
}

export const initialViewState: ViewState = {
  ply: null,
  flipped: false,
  asking: null,
  ruling: null,
  promotion: null,
  premoves: [],
  staged: null,
  offerWithMove: false,
  note: null,
  mate: null,
  why: null,
  ending: false,
  unread: 0,
  tab: 'moves',
};

/** The ply that is shown; those of a mating line follow those of the game. */
export const shownPly = (model: GameModel, { ply, mate }: ViewState): number =>
  mate === null ? (ply ?? model.moves.length) : model.moves.length + mate;

/** The last ply that can be shown. */
export const lastPly = (model: GameModel, { mate }: ViewState): number =>
  model.moves.length + (mate === null ? 0 : (model.state.mating_line?.length ?? 0));

export function orientation(model: GameModel, viewState: ViewState): Color {
  const turning = model.you === 'both' && settings().boardTurns && model.state.result === null;
  const usual = turning ? model.state.turn : model.you === 'black' ? 'black' : 'white';
  return viewState.flipped ? opposite(usual) : usual;
}

/** Shows another ply; at the last one the game is followed again. */
export function lookAt(model: GameModel, viewState: ViewState, ply: number): ViewState {
  const last = model.moves.length;
  const within = Math.max(0, Math.min(lastPly(model, viewState), ply));
  // While a mating line is shown, its moves continue those of the game; stepping back before its first one leaves it.
  if (within > last) return { ...viewState, mate: within - last, ply: null, ending: false };
  return { ...viewState, mate: null, ply: within === last ? null : within, ending: false };
}

/** The last few results, because the same game is drawn again and again. */
const cached = new Map<string, Step[]>();
const MAX_CACHED = 4;

/** Every position of the game so far, followed by those after the moves in `after`. */
export function steps(model: GameModel, after: string[] = []): Step[] {
  const { letters } = settings();
  const request = {
    fen: model.startFen,
    variant: model.agreement.variant,
    moves: [...model.moves, ...after],
    letters,
  };
  const key = JSON.stringify(request);
  const known = cached.get(key);
  if (known) return known;
  if (cached.size >= MAX_CACHED) cached.clear();
  const found = replay(request).steps;
  cached.set(key, found);
  return found;
}
