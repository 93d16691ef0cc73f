import { expect, test } from 'vitest';
import { piecesOf, rows, step } from './squares';

test('pieces are on the squares of the FEN', () => {
  const pieces = piecesOf('r3k3/8/8/3p4/8/8/8/4K2R w K - 0 1');
  expect([...pieces]).toEqual([
    ['a8', 'r'],
    ['e8', 'k'],
    ['d5', 'p'],
    ['e1', 'K'],
    ['h1', 'R'],
  ]);
});

test('arrow keys follow the orientation of the board, and stop at its edge', () => {
  expect(rows('white')[0]?.[0]).toBe('a8');
  expect(rows('black')[0]?.[0]).toBe('h1');
  expect(step('e2', 'ArrowUp', 'white')).toBe('e3');
  expect(step('e2', 'ArrowUp', 'black')).toBe('e1');
  expect(step('a1', 'ArrowLeft', 'white')).toBe('a1');
  expect(step('h8', 'ArrowRight', 'black')).toBe('g8');
});
