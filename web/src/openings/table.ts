/** The table of opening names, packed for transfer: one line per name, and six bytes per position. */
import { openingKey } from './key.ts';

export interface Opening {
  eco: string;
  name: string;
}

export interface PackedOpenings {
  /** One line per opening: ECO code, name and, if there are several, the number of positions. */
  names: string;
  /** The keys of all positions in the same order, in Base64. */
  keys: string;
}

const KEY_BYTES = 6;

/** Packs a table keyed by EPD. */
export function packOpenings(byEpd: Readonly<Record<string, Opening>>): PackedOpenings {
  const groups = new Map<string, string[]>();
  for (const [epd, { eco, name }] of Object.entries(byEpd)) {
    const line = `${eco}${name}`;
    groups.set(line, [...(groups.get(line) ?? []), epd]);
  }
  const sorted = [...groups].sort(([one], [other]) => (one < other ? -1 : 1));
  const bytes = sorted.flatMap(([, epds]) =>
    epds.flatMap(epd => {
      const key = openingKey(epd);
      return Array.from({ length: KEY_BYTES }, (_, byte) => Number((key >> BigInt(8 * byte)) & 0xffn));
    }),
  );
  return {
    names: sorted.map(([line, epds]) => (epds.length === 1 ? line : `${line}\t${epds.length}`)).join('\n'),
    keys: btoa(binaryText(bytes)),
  };
}

/** In pieces, because `String.fromCharCode` takes a limited number of arguments. */
function binaryText(bytes: readonly number[]): string {
  let text = '';
  for (let start = 0; start < bytes.length; start += 4096)
    text += String.fromCharCode(...bytes.slice(start, start + 4096));
  return text;
}

export class OpeningTable {
  /** The keys in the order of the table, for `list_games`. */
  readonly keys: BigUint64Array;
  private readonly openings: Opening[] = [];
  private readonly places = new Map<bigint, number>();

  constructor({ names, keys }: PackedOpenings) {
    for (const line of names.split('\n')) {
      const [text = '', positions = '1'] = line.split('\t');
      const opening = { eco: text.slice(0, 3), name: text.slice(3) };
      for (let count = Number(positions); count > 0; count--) this.openings.push(opening);
    }
    const bytes = atob(keys);
    this.keys = new BigUint64Array(bytes.length / KEY_BYTES);
    for (let place = 0; place < this.keys.length; place++) {
      let key = 0n;
      for (let byte = KEY_BYTES - 1; byte >= 0; byte--)
        key = (key << 8n) | BigInt(bytes.charCodeAt(place * KEY_BYTES + byte));
      this.keys[place] = key;
      this.places.set(key, place);
    }
  }

  get size(): number {
    return this.openings.length;
  }

  /** The opening at an index of the table. */
  at(place: number): Opening | undefined {
    return this.openings[place];
  }

  /** The opening of exactly this position. */
  find(fen: string): Opening | undefined {
    const place = this.places.get(openingKey(fen));
    return place === undefined ? undefined : this.openings[place];
  }
}
