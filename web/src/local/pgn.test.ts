import { expect, test } from 'vitest';
import type { Answer, Side } from '../wire';
import { clockTag, movesAfter } from './pgn';

const answer = (events: Answer['events'], turn: Side, white = 60_000, black = 60_000) => ({
  events,
  turn,
  clock: { white, black, running: null },
});
const move = (uci: string): Answer['events'][number] => ({ event: 'move', san: uci, uci });

test('moves are recorded with their clocks and draw offers', () => {
  const answers = [
    answer([{ event: 'start' }], 'white'),
    answer([move('e2e4'), { event: 'draw_offer', by: 'white' }], 'black', 58_000),
    answer([move('e7e5')], 'white', 58_000, 57_000),
    answer([move('d2d4')], 'black', 50_000, 57_000),
    answer([{ event: 'takeback', moves: 1 }], 'white'),
  ];
  expect(movesAfter(answers)).toEqual([
    { uci: 'e2e4', clock: 58_000, drawOffer: true },
    { uci: 'e7e5', clock: 57_000, drawOffer: false },
  ]);
  expect(movesAfter([...answers, answer([{ event: 'restart' }], 'white')])).toEqual([]);
});

test('a clock is written as PGN has it', () => {
  expect([180_000, 3_723_999, 59_949, 0, -5].map(clockTag)).toEqual([
    '0:03:00',
    '1:02:03',
    '0:00:59.9',
    '0:00:00.0',
    '0:00:00.0',
  ]);
});
