/**
 * QR codes (ISO/IEC 18004): byte mode, versions 1 to 10, error correction level M. This is enough for any address
 * shared here, and needs no other site.
 */

/** For each version at level M: total codewords, error correction codewords per block, number of blocks. */
const VERSIONS = [
  [26, 10, 1],
  [44, 16, 1],
  [70, 26, 1],
  [100, 18, 2],
  [134, 24, 2],
  [172, 16, 4],
  [196, 18, 4],
  [242, 22, 4],
  [292, 22, 5],
  [346, 26, 5],
] as const;

/** The coordinates of the alignment patterns' centres in each version. */
const ALIGNMENT = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
] as const;

/** Powers and logarithms in GF(256). */
const EXP = new Uint8Array(512);
const LOG = new Uint8Array(256);
for (let index = 0, value = 1; index < 255; index++) {
  EXP[index] = EXP[index + 255] = value;
  LOG[value] = index;
  value = value & 0x80 ? (value << 1) ^ 0x11d : value << 1;
}

const at = (list: ArrayLike<number>, index: number): number => list[index] ?? 0;
const multiply = (a: number, b: number): number => (a === 0 || b === 0 ? 0 : at(EXP, at(LOG, a) + at(LOG, b)));

/** The error correction codewords of a block: the remainder of its division by the generator polynomial. */
function checkWords(data: number[], count: number): number[] {
  let generator = [1];
  for (let index = 0; index < count; index++) {
    const next = new Array<number>(generator.length + 1).fill(0);
    generator.forEach((factor, place) => {
      next[place] = at(next, place) ^ factor;
      next[place + 1] = at(next, place + 1) ^ multiply(factor, at(EXP, index));
    });
    generator = next;
  }
  const rest = [...data, ...new Array<number>(count).fill(0)];
  for (let index = 0; index < data.length; index++) {
    const factor = at(rest, index);
    if (factor === 0) continue;
    generator.forEach((each, place) => {
      rest[index + place] = at(rest, index + place) ^ multiply(each, factor);
    });
  }
  return rest.slice(data.length);
}

/** The codewords of a text for a version, with interleaved blocks. */
function codewords(bytes: Uint8Array, version: number): number[] {
  const [total, check, blocks] = VERSIONS[version - 1] ?? VERSIONS[0];
  const capacity = total - check * blocks;
  const bits: number[] = [];
  const push = (value: number, length: number): void => {
    for (let bit = length - 1; bit >= 0; bit--) bits.push((value >> bit) & 1);
  };
  push(0b0100, 4); // byte mode
  push(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) push(byte, 8);
  push(0, Math.min(4, capacity * 8 - bits.length));
  while (bits.length % 8 !== 0) bits.push(0);
  const data: number[] = [];
  for (let index = 0; index < bits.length; index += 8)
    data.push(bits.slice(index, index + 8).reduce((value, bit) => value * 2 + bit, 0));
  for (let pad = 0; data.length < capacity; pad++) data.push(pad % 2 === 0 ? 0xec : 0x11);

  const short = Math.floor(capacity / blocks);
  const long = capacity % blocks;
  const parts: number[][] = [];
  for (let block = 0, start = 0; block < blocks; block++) {
    // The later blocks are the longer ones.
    const length = short + (block >= blocks - long ? 1 : 0);
    parts.push(data.slice(start, start + length));
    start += length;
  }
  const checks = parts.map(part => checkWords(part, check));
  const woven: number[] = [];
  for (let index = 0; index <= short; index++)
    for (const part of parts) if (index < part.length) woven.push(at(part, index));
  for (let index = 0; index < check; index++) for (const part of checks) woven.push(at(part, index));
  return woven;
}

/** A value followed by its BCH remainder, for format and version information. */
function withRest(value: number, bits: number, generator: number): number {
  let rest = value << bits;
  for (let shift = 31; shift >= bits; shift--) if ((rest >>> shift) & 1) rest ^= generator << (shift - bits);
  return (value << bits) | rest;
}

const MASKS: ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  row => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
];

/** The modules of a QR code, true for dark; null if the text is too long. */
export function qrCode(text: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(text);
  const version =
    1 +
    VERSIONS.findIndex(([total, check, blocks], index) => {
      const header = index + 1 < 10 ? 12 : 20;
      return (total - check * blocks) * 8 >= header + bytes.length * 8;
    });
  if (version === 0) return null;
  const words = codewords(bytes, version);
  let best: { modules: boolean[][]; penalty: number } | null = null;
  for (let mask = 0; mask < MASKS.length; mask++) {
    const modules = draw(version, words, mask);
    const points = penalty(modules);
    if (!best || points < best.penalty) best = { modules, penalty: points };
  }
  return best?.modules ?? null;
}

function draw(version: number, words: number[], mask: number): boolean[][] {
  const size = 17 + 4 * version;
  const grid: (boolean | null)[][] = Array.from({ length: size }, () => new Array<boolean | null>(size).fill(null));
  const set = (row: number, column: number, dark: boolean): void => {
    const line = grid[row];
    if (line && column >= 0 && column < size) line[column] = dark;
  };
  const square = (row: number, column: number, radius: number, isDark: (distance: number) => boolean): void => {
    for (let y = -radius; y <= radius; y++)
      for (let x = -radius; x <= radius; x++) set(row + y, column + x, isDark(Math.max(Math.abs(x), Math.abs(y))));
  };
  // Finder patterns with their light borders, timing, alignment.
  for (const [row, column] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ] as const)
    square(row, column, 4, distance => distance !== 4 && distance !== 2);
  for (let index = 8; index < size - 8; index++) {
    set(6, index, index % 2 === 0);
    set(index, 6, index % 2 === 0);
  }
  const centres: readonly number[] = ALIGNMENT[version - 1] ?? [];
  const last = centres.at(-1);
  for (const row of centres)
    for (const column of centres) {
      const corner = (row === 6 && column === 6) || (row === 6 && column === last) || (row === last && column === 6);
      if (!corner) square(row, column, 2, distance => distance !== 1);
    }
  // Level M is 00; the XOR mask keeps the format bits from being all light.
  const format = withRest(mask, 10, 0b10100110111) ^ 0b101010000010010;
  for (let bit = 0; bit < 15; bit++) {
    const dark = ((format >> bit) & 1) === 1;
    const along = bit < 6 ? bit : bit < 8 ? bit + 1 : size - 15 + bit;
    set(along, 8, dark);
    const across = bit < 8 ? size - 1 - bit : bit < 9 ? 15 - bit : 14 - bit;
    set(8, across, dark);
  }
  set(size - 8, 8, true);
  if (version >= 7) {
    const information = withRest(version, 12, 0b1111100100101);
    for (let bit = 0; bit < 18; bit++) {
      const dark = ((information >> bit) & 1) === 1;
      const [long, short] = [Math.floor(bit / 3), size - 11 + (bit % 3)];
      set(long, short, dark);
      set(short, long, dark);
    }
  }
  fill(grid, words, MASKS[mask] ?? (() => false));
  return grid.map(row => row.map(dark => dark === true));
}

/** Places the codewords in columns of two, up and down from the right, around the modules that are already set. */
function fill(grid: (boolean | null)[][], words: number[], mask: (row: number, column: number) => boolean): void {
  const size = grid.length;
  let bit = 0;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5; // skip the vertical timing pattern
    const upwards = ((right + 1) & 2) === 0;
    for (let step = 0; step < size; step++) {
      const row = upwards ? size - 1 - step : step;
      for (const column of [right, right - 1]) {
        const line = grid[row];
        if (!line || line[column] !== null) continue;
        const dark = ((at(words, bit >> 3) >> (7 - (bit & 7))) & 1) === 1;
        line[column] = dark !== mask(row, column);
        bit += 1;
      }
    }
  }
}

/** The penalty of a mask: runs, squares, patterns that look like finders, and an uneven share of dark modules. */
function penalty(modules: boolean[][]): number {
  const size = modules.length;
  const dark = (row: number, column: number): boolean => modules[row]?.[column] ?? false;
  let points = 0;
  for (const across of [true, false]) {
    const cell = (line: number, place: number): boolean => (across ? dark(line, place) : dark(place, line));
    for (let line = 0; line < size; line++) {
      let run = 1;
      let text = cell(line, 0) ? '1' : '0';
      for (let place = 1; place <= size; place++) {
        const same = place < size && cell(line, place) === cell(line, place - 1);
        if (place < size) text += cell(line, place) ? '1' : '0';
        if (same) run += 1;
        else {
          if (run >= 5) points += run - 2;
          run = 1;
        }
      }
      for (const finder of ['10111010000', '00001011101'])
        for (let found = text.indexOf(finder); found >= 0; found = text.indexOf(finder, found + 1)) points += 40;
    }
  }
  let count = 0;
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++) {
      if (dark(row, column)) count += 1;
      const same = [dark(row, column + 1), dark(row + 1, column), dark(row + 1, column + 1)];
      if (row < size - 1 && column < size - 1 && same.every(other => other === dark(row, column))) points += 3;
    }
  return points + Math.floor(Math.abs((count * 100) / (size * size) - 50) / 5) * 10;
}
