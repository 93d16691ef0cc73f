/** The setup in the editor: anything that can be described. The core decides whether it can be played. */
import { piecesOf } from '../board/squares';
import type { Side, VariantName } from '../wire';

export type Right = 'K' | 'Q' | 'k' | 'q';
export const rights: readonly Right[] = ['K', 'Q', 'k', 'q'];

export interface Setup {
  /** FEN letters by square. */
  pieces: ReadonlyMap<string, string>;
  turn: Side;
  rights: readonly Right[];
  enPassant: string | null;
  halfmoves: number;
  fullmoves: number;
  variant: VariantName;
}

const FILES = 'abcdefgh';

/** One rank as FEN writes it. */
function rankText(pieces: ReadonlyMap<string, string>, rank: number): string {
  const letters = [...FILES].map(file => pieces.get(file + rank) ?? ' ').join('');
  return letters.replace(/ +/g, gap => String(gap.length));
}

export function setupToFen(setup: Setup): string {
  const placement = [8, 7, 6, 5, 4, 3, 2, 1].map(rank => rankText(setup.pieces, rank)).join('/');
  const castling = rights.filter(right => setup.rights.includes(right)).join('') || '-';
  return [
    placement,
    setup.turn === 'white' ? 'w' : 'b',
    castling,
    setup.enPassant ?? '-',
    setup.halfmoves,
    setup.fullmoves,
  ].join(' ');
}

/** Reads a FEN of the core, or as much as possible of any other text. */
export function fenToSetup(fen: string, variant: VariantName): Setup {
  const [placement = '', turn = 'w', castling = '-', enPassant = '-', halfmoves = '0', fullmoves = '1'] = fen
    .trim()
    .split(/\s+/);
  return {
    pieces: new Map(
      [...piecesOf(placement)].filter(([square, letter]) => /^[a-h][1-8]$/.test(square) && /[pnbrqk]/i.test(letter)),
    ),
    turn: turn === 'b' ? 'black' : 'white',
    rights: rights.filter(right => castling.includes(right)),
    enPassant: /^[a-h][36]$/.test(enPassant) ? enPassant : null,
    halfmoves: count(halfmoves, 0),
    fullmoves: count(fullmoves, 1),
    variant,
  };
}

const count = (text: string, otherwise: number): number => (/^\d{1,5}$/.test(text) ? Number(text) : otherwise);

export function put(setup: Setup, square: string, letter: string | null): Setup {
  const pieces = new Map(setup.pieces);
  if (letter === null) pieces.delete(square);
  else pieces.set(square, letter);
  return { ...setup, pieces };
}

/** The squares that a pawn of the side not to move may just have passed with its double step. */
export const passed = (turn: Side): string[] => [...FILES].map(file => `${file}${turn === 'white' ? 6 : 3}`);
