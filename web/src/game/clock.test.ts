import { expect, test } from 'vitest';
import { clockText, remaining, untilNextText } from './clock';
import type { GameModel } from './model';

test('a clock shows tenths below ten seconds, and never swaps what it shows', () => {
  for (const [milliseconds, text] of [
    [0, '0:00.0'],
    [1, '0:00.1'],
    [100, '0:00.1'],
    [9_900, '0:09.9'],
    [9_950, '0:10'],
    [9_999, '0:10'],
    [10_000, '0:10'],
    [10_999, '0:10'],
    [59_999, '0:59'],
    [60_000, '1:00'],
    [754_000, '12:34'],
    [3_909_000, '1:05:09'],
    [93_600_000, '1d 02:00'],
  ] as const) {
    expect(clockText(milliseconds), String(milliseconds)).toBe(text);
  }
});

test('the text changes when it was said to, and not before', () => {
  for (const milliseconds of [1, 99, 100, 101, 5_430, 9_999, 10_001, 61_500, 3_600_400]) {
    const wait = untilNextText(milliseconds);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(1001);
    expect(clockText(Math.max(0, milliseconds - wait + 2))).toBe(clockText(milliseconds));
  }
});

test('a delay stands before it runs, and nothing runs below zero', () => {
  const model = {
    clockedAt: 1000,
    state: { clock: { white: 5000, black: 7000 }, running: 'white', waits: 2000 },
  } as GameModel;
  expect(remaining(model, 'white', 2500)).toBe(5000);
  expect(remaining(model, 'white', 4000)).toBe(4000);
  expect(remaining(model, 'white', 99_000)).toBe(0);
  expect(remaining(model, 'black', 99_000)).toBe(7000);
});
