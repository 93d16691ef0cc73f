import { expect, test } from 'vitest';
import { readAddress, writeAddress } from './address';

test('an address survives the round trip', () => {
  const fen = '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1';
  const pgn = '1. e4 {50% + "more" & #} e5 *';
  for (const shared of [{ fen }, { pgn }, { fen, variant: 'chess960' as const, side: 'black' as const }]) {
    const { hash } = new URL(writeAddress(shared), 'http://here');
    expect(readAddress(hash)).toMatchObject(shared);
  }
});

test('a game sends its moves and names', () => {
  const asked = readAddress('#moves=e2e4+e7e5&side=black&white=Ann&black=Bob&result=1-0');
  expect(asked).toMatchObject({
    moves: 'e2e4 e7e5',
    side: 'black',
    result: '1-0',
    tags: [
      ['White', 'Ann'],
      ['Black', 'Bob'],
    ],
  });
  expect(readAddress('')).toEqual({ variant: 'standard', side: 'white', tags: [] });
});
