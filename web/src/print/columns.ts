/** The contents of a score sheet, and the layout of its moves. */

export interface SheetMove {
  san: string;
  /** The clock after the move; empty if it is not known. */
  clock: string;
  drawOffer: boolean;
}

export interface ScoreSheet {
  event: string;
  site: string;
  date: string;
  round: string;
  board: string;
  white: string;
  black: string;
  whiteRating: string;
  blackRating: string;
  timeControl: string;
  result: string;
  /** The FEN of the starting position, if it is not the usual one. */
  start: string;
  rows: { number: number; white?: SheetMove; black?: SheetMove }[];
}

/** Rows per column; a page has two columns. */
export const ROWS_PER_COLUMN = 30;

/** The moves in columns of equal length; the last page is filled up with empty rows to write on. */
export function columnsOf(rows: ScoreSheet['rows']): ScoreSheet['rows'][] {
  const first = rows[0]?.number ?? 1;
  const count = Math.max(1, Math.ceil(rows.length / (2 * ROWS_PER_COLUMN))) * 2;
  return Array.from({ length: count }, (_, column) =>
    Array.from({ length: ROWS_PER_COLUMN }, (_, row) => {
      const place = column * ROWS_PER_COLUMN + row;
      return rows[place] ?? { number: first + place };
    }),
  );
}
