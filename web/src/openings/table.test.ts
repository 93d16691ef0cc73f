import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { openingData } from '../../openings.plugin';
import { loadCore, openingKeyOf, replay } from '../core';
import { openingKey } from './key';
import { OpeningTable, packOpenings } from './table';

beforeAll(() => loadCore(readFileSync(new URL('../core/pkg/core_bg.wasm', import.meta.url))));

const data = openingData();
const packed = packOpenings(data);
const table = new OpeningTable(packed);

/** The opening after some moves. */
function nameAfter(moves: string): string | undefined {
  const { steps } = replay({ moves: moves.split(' ') });
  return steps.map(({ fen }) => table.find(fen)).findLast(found => found !== undefined)?.name;
}

test('every position of the package is found, and no two share a key', () => {
  expect(Object.keys(data).length).toBeGreaterThan(3500);
  expect(table.size).toBe(Object.keys(data).length);
  expect(new Set(table.keys).size).toBe(table.size);
  for (const [epd, { eco, name }] of Object.entries(data)) expect(table.find(`${epd} 0 1`)).toEqual({ eco, name });
});

test('openings that everybody knows', () => {
  expect(nameAfter('e4 e5 Nf3 Nc6 Bb5')).toBe('Ruy Lopez');
  expect(nameAfter('e4 e5 Nf3 Nc6 Bb5 a6 Bxc6')).toMatch(/^Ruy Lopez: Exchange Variation/);
  // A transposition: the same position by other moves, and an en passant square that nobody can capture on.
  expect(nameAfter('c4 e6 d4 d5 Nc3')).toBe(nameAfter('d4 d5 c4 e6 Nc3'));
  expect(nameAfter('e4')).toBe("King's Pawn Game");
  expect(nameAfter('d4 d5 h4 h5 Rh3')).toBe("Queen's Pawn Game");
});

test('the page and the core compute the same keys', () => {
  for (const { fen } of replay({ moves: 'e4 d5 e5 f5 exf6 Nxf6'.split(' ') }).steps)
    expect(openingKeyOf(fen)).toBe(openingKey(fen));
});

test('the packed table is small', () => {
  expect(brotliCompressSync(JSON.stringify(packed)).length).toBeLessThan(64_000);
});
