import { expect, test } from 'vitest';
import { match } from './router';

test('addresses and their parts', () => {
  expect(match('/', '/')).toEqual({});
  expect(match('/game/:id', '/game/Ab3dE6gH')).toEqual({ id: 'Ab3dE6gH' });
  expect(match('/game/:id', '/game/Ab3dE6gH/')).toEqual({ id: 'Ab3dE6gH' });
  expect(match('/game/:id', '/game')).toBeUndefined();
  expect(match('/laws/:id', '/game/x')).toBeUndefined();
  expect(match('/game/:id', '/game/%E0%A4%A')).toEqual({ id: '%E0%A4%A' });
});
