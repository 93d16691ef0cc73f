/** The laws of chess for the page: the WebAssembly core with the types of its messages. */

import type {
  Answer,
  EngineQuestion,
  Games,
  Inspection,
  ListedGame,
  Mating,
  ParsedControl,
  PlayerAction,
  ReadMove,
  Replay,
  ReplayRequest,
  Side,
  State,
  TreeInput,
  VariantName,
  WrittenGame,
} from '../wire';
import init, * as wasm from './pkg/core.js';

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

  /** What the engine is asked for the computer that plays this side; null while there is nothing to think about. */
  computerQuestion(color: Side, at: number): EngineQuestion | null {
    return JSON.parse(this.table.computer_question(color, at)) as EngineQuestion | null;
  }

  /** What the computer does with the engine's move and its value; without a move, what it answers at once. */
  computerActions(color: Side, best?: string, value = 0): PlayerAction[] {
    return JSON.parse(this.table.computer_actions(color, best, value)) as PlayerAction[];
  }
}

export const inspect = (fen: string, variant: VariantName): Inspection =>
  JSON.parse(wasm.inspect(fen, variant)) as Inspection;

export const mating = (fen: string, variant: VariantName): Mating | null =>
  JSON.parse(wasm.mating(fen, variant)) as Mating | null;

export const replay = (request: ReplayRequest): Replay => JSON.parse(wasm.replay(JSON.stringify(request))) as Replay;

/** A control as people write it. */
export const timeControl = (text: string): ParsedControl => JSON.parse(wasm.time_control(text)) as ParsedControl;

/** A control as PGN writes it, in seconds. */
export const pgnTimeControl = (text: string): ParsedControl => JSON.parse(wasm.pgn_time_control(text)) as ParsedControl;

/** The move that a text means in any of the notations, with `promotion` if a piece has yet to be chosen. */
export const readMove = (fen: string, variant: VariantName, text: string): ReadMove =>
  JSON.parse(wasm.read_move(fen, variant, text)) as ReadMove;

/** The games of a PGN text, with what is wrong in them. Bytes may be in any encoding. */
export const readGames = (text: string | Uint8Array): Games =>
  JSON.parse(wasm.read_games(typeof text === 'string' ? new TextEncoder().encode(text) : text)) as Games;

/** Reads a large file: `read` gives at most as many bytes as it is asked for, and none at the end. */
export function listGames(
  read: (most: number) => Uint8Array,
  tell: (game: ListedGame) => void,
  openings: BigUint64Array,
): void {
  wasm.list_games(read, (json: string) => tell(JSON.parse(json) as ListedGame), openings);
}

/** The key of a position in the list of openings. */
export const openingKeyOf = (fen: string): bigint => wasm.opening_key(fen);

/** A game as PGN. */
export const writeGame = (tree: TreeInput): WrittenGame =>
  JSON.parse(wasm.write_game(JSON.stringify(tree))) as WrittenGame;

/** The colour that a random number draws (law B06). */
export const randomColor = (number: number): Side => wasm.random_color(number) as Side;

/** The Chess960 start with a number from 0 to 959. */
export const chess960 = (number: number): string => wasm.chess960(number);
