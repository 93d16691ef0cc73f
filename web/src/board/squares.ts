/** Squares, and the pieces on them, as text. */
import type { Side } from '../wire';

const FILES = 'abcdefgh';

/** The pieces of a FEN (as FEN letters) by square. */
export function piecesOf(fen: string): Map<string, string> {
  const pieces = new Map<string, string>();
  const ranks = (fen.split(' ')[0] ?? '').split('/');
  for (const [index, rank] of ranks.entries()) {
    let file = 0;
    for (const letter of rank) {
      if (letter >= '1' && letter <= '8') file += Number(letter);
      else pieces.set(`${FILES[file++] ?? '?'}${8 - index}`, letter);
    }
  }
  return pieces;
}

/** The squares row by row, as they appear on the screen. */
export function rows(orientation: Side): string[][] {
  const order = [...Array(8).keys()];
  const rows = order.map(row => order.map(column => `${FILES[column]}${8 - row}`));
  return orientation === 'white' ? rows : rows.map(row => row.reverse()).reverse();
}

/** The square that an arrow key leads to; at the edge, the same one. */
export function step(square: string, key: string, orientation: Side): string {
  const grid = rows(orientation);
  const row = grid.findIndex(squares => squares.includes(square));
  const column = grid[row]?.indexOf(square) ?? 0;
  const clamp = (number: number) => Math.max(0, Math.min(7, number));
  const [down, right] = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[key] ?? [0, 0];
  return grid[clamp(row + (down ?? 0))]?.[clamp(column + (right ?? 0))] ?? square;
}
