import { expect, test } from 'vitest';
import { pointsText, scoreAfter } from './match';

test('points are added up, halves too', () => {
  let score = { white: 0, black: 0 };
  for (const result of ['1-0', '1/2-1/2', '0-1/2', '0-0', '*'] as const) score = scoreAfter(score, result);
  expect(score).toEqual({ white: 1.5, black: 1 });
  expect([0, 0.5, 1, 1.5, 10].map(pointsText)).toEqual(['0', '½', '1', '1½', '10']);
});
