/** What a score sheet has, and how its moves are laid out. */

export interface SheetMove {
  san: string;
  /** What the clock shows after the move; empty if that is not known. */
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
  /** The FEN of another start than the usual one. */
  start: string;
  rows: { number: number; white?: SheetMove; black?: SheetMove }[];
}

/** So many rows stand in one column, and two columns on one page. */
export const ROWS = 30;

/** The moves in columns of equal length; the last page is filled with empty rows to write on. */
export function columnsOf(rows: ScoreSheet['rows']): ScoreSheet['rows'][] {
  const first = rows[0]?.number ?? 1;
  const count = Math.max(1, Math.ceil(rows.length / (2 * ROWS))) * 2;
  return Array.from({ length: count }, (_, column) =>
    Array.from({ length: ROWS }, (_, row) => {
      const place = column * ROWS + row;
      return rows[place] ?? { number: first + place };
    }),
  );
}
