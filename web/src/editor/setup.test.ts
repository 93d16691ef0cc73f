import { expect, test } from 'vitest';
import { fenToSetup, put, setupToFen } from './setup';

test('a FEN survives the round trip through a setup', () => {
  for (const fen of [
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
    '4k2r/8/8/3pP3/8/8/8/4K3 w k d6 0 30',
    '8/8/8/8/8/8/8/8 b - - 12 0',
  ]) {
    expect(setupToFen(fenToSetup(fen, 'standard'))).toBe(fen);
  }
});

test('any piece can be placed on any square', () => {
  const empty = fenToSetup('8/8/8/8/8/8/8/8 w - - 0 1', 'standard');
  const two = put(put(empty, 'a8', 'P'), 'h8', 'K');
  expect(setupToFen(two)).toBe('P6K/8/8/8/8/8/8/8 w - - 0 1');
  expect(setupToFen(put(two, 'a8', null))).toBe('7K/8/8/8/8/8/8/8 w - - 0 1');
});

test('an invalid FEN still gives a setup to edit', () => {
  expect(setupToFen(fenToSetup('hello', 'standard'))).toMatch(/ w - - 0 1$/);
});
