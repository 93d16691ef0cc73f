/** How one looks at a game: which move, from which side, and what is being asked. */
import { replay } from '../core';
import { settings } from '../ui/settings';
import type { PlayerAction, Step } from '../wire';
import { type Color, type GameModel, opposite } from './model';
import type { Premove } from './premoves';

/** What ends a game, or its moves, by the arbiter's word. */
export type Ruling = Extract<PlayerAction, { do: 'forfeit' | 'restart' }> | { do: 'adjourn' };

export interface Squares {
  from: string;
  to: string;
}

export interface ViewState {
  /** The move that is looked at; none follows the game. */
  ply: number | null;
  flipped: boolean;
  /** What one has to be sure about. */
  asking: 'resign' | 'abort' | null;
  /** What the arbiter has to be sure about. */
  ruling: Ruling | null;
  promotion: { from: string; to: string; premove: boolean } | null;
  /** Moves made in advance, in their order. */
  premoves: readonly Premove[];
  /** A move that waits for a confirmation, or for the clock to be pressed. */
  staged: { move: string; text: string /** The squares of a move that is not legal. */; wrong?: Squares } | null;
  offerWithMove: boolean;
  /** The latest thing that was said. */
  note: string | null;
  /** The mate that still existed: how many of its moves are shown. */
  mate: number | null;
  /** Whether the law and the proof behind the result are shown; unless chosen, the result decides. */
  why: boolean | null;
  /** The game has just ended in front of the player: the result stands over the board until it is closed. */
  ending: boolean;
  /** How many messages came while the chat was out of sight. */
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

/** The position that is looked at; the moves of a mating line follow those of the game. */
export const shownPly = (model: GameModel, { ply, mate }: ViewState): number =>
  mate === null ? (ply ?? model.moves.length) : model.moves.length + mate;

/** The last position that can be looked at. */
export const lastPly = (model: GameModel, { mate }: ViewState): number =>
  model.moves.length + (mate === null ? 0 : (model.state.mating_line?.length ?? 0));

export function orientation(model: GameModel, viewState: ViewState): Color {
  const turning = model.you === 'both' && settings().boardTurns && model.state.result === null;
  const usual = turning ? model.state.turn : model.you === 'black' ? 'black' : 'white';
  return viewState.flipped ? opposite(usual) : usual;
}

/** Looks at another move; at the last one, the game is followed again. */
export function lookAt(model: GameModel, viewState: ViewState, ply: number): ViewState {
  const last = model.moves.length;
  const within = Math.max(0, Math.min(lastPly(model, viewState), ply));
  // Once a mating line is shown, it is walked through like the game; before its first move the game is shown again.
  if (within > last) return { ...viewState, mate: within - last, ply: null, ending: false };
  return { ...viewState, mate: null, ply: within === last ? null : within, ending: false };
}

/** The last few answers: the same game is drawn again and again. */
const cached = new Map<string, Step[]>();
const MAX_CACHED = 4;

/** Every position of the game so far, and of the mating line after it. */
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
