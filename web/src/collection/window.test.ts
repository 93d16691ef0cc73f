import { expect, test } from 'vitest';
import { listWindow, ROW_HEIGHT, scrollToRow } from './window';

test('a short list is drawn whole', () => {
  expect(listWindow(3, 0, 600)).toEqual({ height: 3 * ROW_HEIGHT, first: 0, end: 3, top: 0 });
  expect(listWindow(0, 0, 600)).toEqual({ height: 0, first: 0, end: 0, top: 0 });
});

test('only the visible rows of a long list are drawn, at their places', () => {
  const { first, end, top, height } = listWindow(100_000, 500 * ROW_HEIGHT, 560);
  expect(height).toBe(100_000 * ROW_HEIGHT);
  expect([first, end]).toEqual([492, 519]);
  expect(top).toBeCloseTo(492 * ROW_HEIGHT);
});

test('a list of millions can be scrolled to its last row', () => {
  const count = 5_000_000;
  const { height } = listWindow(count, 0, 560);
  expect(height).toBe(8_000_000);
  const { end, first, top } = listWindow(count, height - 560, 560);
  expect(end).toBe(count);
  expect(top + (count - first) * ROW_HEIGHT).toBeCloseTo(height);
  const middle = listWindow(count, scrollToRow(count, 2_500_000, 0, 560), 560);
  expect(middle.first).toBeLessThan(2_500_000);
  expect(middle.end).toBeGreaterThan(2_500_000);
});

test('scrolling to a visible row changes nothing', () => {
  expect(scrollToRow(1000, 3, 0, 560)).toBe(0);
  expect(scrollToRow(1000, 10, 0, 560)).toBeCloseTo(ROW_HEIGHT);
  expect(scrollToRow(1000, 2, 300, 560)).toBeCloseTo(2 * ROW_HEIGHT);
});
