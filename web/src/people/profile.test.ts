import { expect, test } from 'vitest';
import { profileAddress } from '../ui/addresses';
import { playedRatings } from './profile';

test('a name is one segment of an address', () => {
  expect(profileAddress('Ann_1')).toBe('/@/Ann_1');
  expect(profileAddress('a/b')).toBe('/@/a%2Fb');
});

test('only ratings with games are listed, the fastest first, provisional ones marked', () => {
  const perf = (games: number, rating: number) => ({ games, rating, rd: 60, prog: 0 });
  const perfs = {
    classical: perf(40, 1712),
    blitz: { ...perf(2, 1533), prov: true },
    bullet: { ...perf(0, 1500), prov: true },
    unheard: perf(9, 1000),
  };
  expect(playedRatings({ perfs })).toEqual([
    { speed: 'blitz', games: 2, rating: '1533?' },
    { speed: 'classical', games: 40, rating: '1712' },
  ]);
});
