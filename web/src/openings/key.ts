/** The key of an opening position. `opening_key` of crates/wire computes the same; a test compares them. */

const OFFSET = 0xcbf29ce484222325n;
const PRIME = 0x100000001b3n;
const BITS_64 = 0xffffffffffffffffn;
const BITS_48 = 0xffffffffffffn;

/**
 * FNV-1a over the four fields of the EPD, truncated to 48 bits: among 3,600 positions two share a key once in 40
 * million tables.
 */
export function openingKey(fen: string): bigint {
  let hash = OFFSET;
  for (const letter of fen.split(' ').slice(0, 4).join(' '))
    hash = ((hash ^ BigInt(letter.charCodeAt(0))) * PRIME) & BITS_64;
  return hash & BITS_48;
}
