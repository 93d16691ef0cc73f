/** Names of openings, fetched when they are first needed. */
import { type Opening, OpeningTable } from './table';

export type { Opening } from './table';

let table: OpeningTable | undefined;
let loading: Promise<OpeningTable> | undefined;

export function loadOpenings(): Promise<OpeningTable> {
  loading ??= import('virtual:openings').then(({ default: packed }) => {
    table = new OpeningTable(packed);
    return table;
  });
  return loading;
}

/** Whoever shows names draws again once the table has arrived. */
export function openingsReady(arrived: () => void): boolean {
  if (table) return true;
  // Without the table there are no names, and nothing else is missing.
  void loadOpenings().then(arrived, () => undefined);
  return false;
}

/** The last named position among these, from the first of a game to the one that is shown. */
export function openingOf(fens: readonly string[]): Opening | undefined {
  for (const fen of [...fens].reverse()) {
    const found = table?.find(fen);
    if (found) return found;
  }
  return undefined;
}

export const openingText = ({ eco, name }: Opening): string => `${eco} ${name}`;
