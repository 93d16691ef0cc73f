import { expect, test } from 'vitest';
import { clockOf, shapesOf, withShapes } from './shapes';

test('arrows and circles are read', () => {
  expect(shapesOf(['Look: [%csl Ra4, Gb5] and [%cal Ye2e4,Bg1f3]!', '[%clk 0:03:00]'])).toEqual([
    { orig: 'a4', brush: 'red' },
    { orig: 'b5', brush: 'green' },
    { orig: 'e2', dest: 'e4', brush: 'yellow' },
    { orig: 'g1', dest: 'f3', brush: 'blue' },
  ]);
  expect(shapesOf(['[%csl Za4,Ga9,Ge2e4] [%cal Ge2]'])).toEqual([]);
});

test('drawings are written, and nothing else changes', () => {
  const comments = ['[%clk 0:03:00] Good  move. [%cal Ge2e4] [%eval 0.3]', 'Another.'];
  const drawn = withShapes(comments, [
    { orig: 'a1', brush: 'red' },
    { orig: 'e2', dest: 'e4', brush: 'green' },
  ]);
  expect(drawn).toEqual(['[%csl Ra1][%cal Ge2e4] [%clk 0:03:00] Good  move.  [%eval 0.3]', 'Another.']);
  expect(shapesOf(drawn)).toEqual([
    { orig: 'a1', brush: 'red' },
    { orig: 'e2', dest: 'e4', brush: 'green' },
  ]);
  expect(withShapes(drawn, [])).toEqual(['[%clk 0:03:00] Good  move.  [%eval 0.3]', 'Another.']);
  expect(withShapes(['[%cal Ge2e4]'], [])).toEqual([]);
  expect(withShapes([], [])).toEqual([]);
});

test('clocks are read as players read them', () => {
  expect(clockOf(['[%clk 0:03:00]'])).toBe('3:00');
  expect(clockOf(['text', 'more [%clk 1:02:03.5]'])).toBe('1:02:03.5');
  expect(clockOf(['[%clk 0:00:07]'])).toBe('0:07');
  expect(clockOf(['[%clk soon]'])).toBeUndefined();
});
