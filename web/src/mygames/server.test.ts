import { expect, test } from 'vitest';
import { noFilter, searchAddress } from './server';

test('empty fields do not restrict the search', () => {
  expect(searchAddress('~a', noFilter)).toBe('/app/games?player=%7Ea');
});

test('a filter is sent, and its last day is included', () => {
  const address = searchAddress(
    'bobby',
    { ...noFilter, opponent: ' ann ', color: 'white', opening: 'e4 e5', from: '2026-01-01', to: '2026-01-01' },
    'Ab3dE6gH',
  );
  const query = new URLSearchParams(address.split('?')[1]);
  expect(Object.fromEntries(query)).toEqual({
    player: 'bobby',
    opponent: 'ann',
    color: 'white',
    opening: 'e4 e5',
    from: '1767225600000',
    to: '1767311999999',
    before: 'Ab3dE6gH',
  });
});
