/** The laws of chess for the page: the WebAssembly core with the types of its messages. */
import init, * as wasm from './pkg/core.js';
import type { Color } from '../game/model';
import type { Answer, Control, Games, Inspection, Mating, ReadMove, Replay, ReplayRequest, State, TreeText, WantedTree } from '../wire';

let loading: Promise<void> | undefined;

/** Loads the core, once. Nothing else in this file may be called before it has. */
export function loadCore(source?: BufferSource): Promise<void> {
  loading ??= init(source === undefined ? undefined : { module_or_path: source }).then(() => undefined);
  return loading;
}

/** One game on this device, and its arbiter. */
export class Arbiter {
  private readonly table = new wasm.Table();

  answer(action: object): Answer {
    return JSON.parse(this.table.answer(JSON.stringify(action))) as Answer;
  }

  state(at: number): State | null {
    return JSON.parse(this.table.state(at)) as State | null;
  }
}

export const inspect = (fen: string, chess960 = false): Inspection =>
  JSON.parse(wasm.inspect(fen, chess960)) as Inspection;

export const mating = (fen: string, chess960 = false): Mating | null =>
  JSON.parse(wasm.mating(fen, chess960)) as Mating | null;

export const replay = (request: ReplayRequest): Replay => JSON.parse(wasm.replay(JSON.stringify(request))) as Replay;

/** A control as people write it. */
export const timeControl = (text: string): Control => JSON.parse(wasm.time_control(text)) as Control;

/** A control as PGN writes it, in seconds. */
export const pgnTimeControl = (text: string): Control => JSON.parse(wasm.pgn_time_control(text)) as Control;

/** The move that a text means in any of the notations, with `promotion` if a piece has yet to be chosen. */
export const readMove = (fen: string, chess960: boolean, text: string): ReadMove =>
  JSON.parse(wasm.read_move(fen, chess960, text)) as ReadMove;

/** The games of a PGN text, with what is wrong in them. */
export const readGames = (text: string): Games => JSON.parse(wasm.read_games(text)) as Games;

/** A game as PGN. */
export const writeGame = (tree: WantedTree): TreeText => JSON.parse(wasm.write_game(JSON.stringify(tree))) as TreeText;

/** The colour that a random number draws (law B06). */
export const randomColor = (number: number): Color => wasm.random_color(number) as Color;

/** The Chess960 start with a number from 0 to 959. */
export const chess960 = (number: number): string => wasm.chess960(number);
