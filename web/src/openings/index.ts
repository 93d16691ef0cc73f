/** Opening names, fetched when they are first needed. */
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

/** Whether the table has loaded. If not, starts loading it and calls `arrived` afterwards. */
export function openingsReady(arrived: () => void): boolean {
  if (table) return true;
  // If this fails, only the names are missing.
  void loadOpenings().then(arrived, () => undefined);
  return false;
}

/** The opening of the last named position in a sequence of positions. */
export function openingOf(fens: readonly string[]): Opening | undefined {
  for (const fen of [...fens].reverse()) {
    const found = table?.find(fen);
    if (found) return found;
  }
  return undefined;
}

export const openingText = ({ eco, name }: Opening): string => `${eco} ${name}`;
