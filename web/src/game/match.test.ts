import { expect, test } from 'vitest';
import { pointsText } from './match';

test('points are written with halves', () => {
  expect([0, 0.5, 1, 1.5, 10].map(pointsText)).toEqual(['0', '½', '1', '1½', '10']);
});
