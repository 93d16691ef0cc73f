/** The laws of chess for the page: the WebAssembly core with the types of its messages. */

import type {
  Answer,
  ArbiterLine,
  EngineQuestion,
  Games,
  Inspection,
  ListedGame,
  Mating,
  ParsedControl,
  PlayerAction,
  PlayerPoints,
  ReadMove,
  Replay,
  ReplayRequest,
  ResultCode,
  Side,
  State,
  TreeInput,
  VariantName,
  WrittenGame,
} from '../wire';
import init, * as wasm from './pkg/core.js';

let loading: Promise<void> | undefined;

/** Loads the core once. Nothing else in this file may be called before that. */
export function loadCore(source?: BufferSource): Promise<void> {
  loading ??= init(source === undefined ? undefined : { module_or_path: source }).then(() => undefined);
  return loading;
}

/** The arbiter of one game on this device. */
export class Arbiter {
  private readonly table = new wasm.Table();

  answer(line: ArbiterLine): Answer {
    return JSON.parse(this.table.answer(JSON.stringify(line))) as Answer;
  }

  state(at: number): State | null {
    return JSON.parse(this.table.state(at)) as State | null;
  }

  /** The question for the engine when the computer plays this side; null if there is nothing to think about. */
  computerQuestion(color: Side, at: number): EngineQuestion | null {
    return JSON.parse(this.table.computer_question(color, at)) as EngineQuestion | null;
  }

  /** What the computer does, given the engine's move and its value; without a move, its immediate replies. */
  computerActions(color: Side, best?: string, value = 0): PlayerAction[] {
    return JSON.parse(this.table.computer_actions(color, best, value)) as PlayerAction[];
  }
}

export const inspect = (fen: string, variant: VariantName): Inspection =>
  JSON.parse(wasm.inspect(fen, variant)) as Inspection;

export const mating = (fen: string, variant: VariantName): Mating | null =>
  JSON.parse(wasm.mating(fen, variant)) as Mating | null;

export const replay = (request: ReplayRequest): Replay => JSON.parse(wasm.replay(JSON.stringify(request))) as Replay;

/** Parses a time control as people write it. */
export const timeControl = (text: string): ParsedControl => JSON.parse(wasm.time_control(text)) as ParsedControl;

/** Parses a time control as PGN writes it, in seconds. */
export const pgnTimeControl = (text: string): ParsedControl => JSON.parse(wasm.pgn_time_control(text)) as ParsedControl;

/** Parses a move in any notation; `promotion` means that a piece must still be chosen. */
export const readMove = (fen: string, variant: VariantName, text: string): ReadMove =>
  JSON.parse(wasm.read_move(fen, variant, text)) as ReadMove;

/** Parses the games of a PGN text, with their faults. Bytes may be UTF-8 or Latin-1. */
export const readGames = (text: string | Uint8Array): Games =>
  JSON.parse(wasm.read_games(typeof text === 'string' ? new TextEncoder().encode(text) : text)) as Games;

/** Lists the games of a large file: `read` returns at most the requested number of bytes, and none at the end. */
export function listGames(
  read: (most: number) => Uint8Array,
  tell: (game: ListedGame) => void,
  openings: BigUint64Array,
): void {
  wasm.list_games(read, (json: string) => tell(JSON.parse(json) as ListedGame), openings);
}

/** The key of a position in the table of openings. */
export const openingKeyOf = (fen: string): bigint => wasm.opening_key(fen);

/** Writes a game as PGN. */
export const writeGame = (tree: TreeInput): WrittenGame =>
  JSON.parse(wasm.write_game(JSON.stringify(tree))) as WrittenGame;

/** What both players score by a result (law P01). */
export const points = (result: ResultCode): PlayerPoints => JSON.parse(wasm.points(result)) as PlayerPoints;

/** The colour drawn by a random number (law B06). */
export const randomColor = (number: number): Side => wasm.random_color(number) as Side;

/** The Chess960 starting position with a number from 0 to 959. */
export const chess960 = (number: number): string => wasm.chess960(number);
