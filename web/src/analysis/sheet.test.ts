import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { loadCore } from '../core';
import { fromPgn } from './load';
import { scoreSheetOf } from './sheet';
import type { GameTree } from './tree';

beforeAll(() => loadCore(readFileSync(new URL('../core/pkg/core_bg.wasm', import.meta.url))));

test('a sheet has the moves, the clocks and the draw offers of the main line', () => {
  const { games } = fromPgn(
    '[Event "?"]\n[White "Ann"]\n[WhiteElo "2100"]\n\n1. e4 {[%clk 0:03:00] (=)} e5 (1... c5) 2. Nf3 {[%clk 0:02:58]} 1/2-1/2',
  );
  const sheet = scoreSheetOf(games[0] as GameTree);
  expect([sheet.event, sheet.white, sheet.whiteRating, sheet.result]).toEqual(['', 'Ann', '2100', '½–½']);
  expect(sheet.rows).toEqual([
    {
      number: 1,
      white: { san: 'e4', clock: '3:00', drawOffer: true },
      black: { san: 'e5', clock: '', drawOffer: false },
    },
    { number: 2, white: { san: '♘f3', clock: '2:58', drawOffer: false } },
  ]);
});

test('an offer without a move of its player has a cell of its own', () => {
  const { games } = fromPgn('1. e4 {black (=)} 1/2-1/2');
  expect(scoreSheetOf(games[0] as GameTree).rows).toEqual([
    {
      number: 1,
      white: { san: 'e4', clock: '', drawOffer: false },
      black: { san: '(=)', clock: '', drawOffer: false },
    },
  ]);
});
