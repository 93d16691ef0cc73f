import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { loadCore } from '../core';
import { agreementOf, agreementText } from './agreement';
import { timeText } from './time';

beforeAll(() => loadCore(readFileSync(new URL('../core/pkg/core_bg.wasm', import.meta.url))));

test('a time control in words', () => {
  for (const [pgn, text] of [
    ['-', 'No clock'],
    ['90', '1.5 + 0 · Bullet'],
    ['1/259200', '3 days per move · Correspondence'],
    ['10/4320000', '10 moves in 50 days · Correspondence'],
    ['1/86400', '1 day per move · Correspondence'],
    ['300d5', '5 min, delay 5 s · Blitz'],
    ['*300', 'Hourglass, 5 min · Blitz'],
    ['nonsense', 'nonsense'],
  ] as const) {
    expect(timeText(pgn), pgn).toBe(text);
  }
});

test('the terms of a game fit in one line, and unusual ones are named', () => {
  const usual = { time: '180+2', fen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1' };
  expect(agreementText(agreementOf(usual), false)).toBe('3 + 2 · Blitz');
  expect(agreementText(agreementOf(usual), true)).toBe('3 + 2 · Blitz · Casual');
  expect(agreementText(agreementOf({}), false)).toBe('No clock');
  expect(
    agreementText(
      agreementOf({ time: '300', time_black: '60+1', rated: true, conduct: 'tournament', draw_offers_from_move: 30 }),
      true,
    ),
  ).toBe('White 5 + 0, Black 1 + 1 · Rated · tournament rules · draw offers from move 30');
  expect(
    agreementText(
      agreementOf({ time: '40/5400+30:1800+30', fen: '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1', fifty_move_rule: false }),
      false,
    ),
  ).toBe('40 moves in 90 + 30, then 30 + 30 · Classical · from a position · no fifty-move rule');
});
