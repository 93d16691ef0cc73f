import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { clockText, remaining, untilNextText } from './clock';
import type { GameModel } from './model';

test('clocks on the page and in the terminal show the same text', () => {
  const table = new URL('../../../crates/game/tests/data/clock_texts.tsv', import.meta.url);
  const lines = readFileSync(table, 'utf8').trimEnd().split('\n');
  expect(lines.length).toBeGreaterThan(10);
  for (const line of lines) {
    const [milliseconds, text] = line.split('\t');
    expect(clockText(Number(milliseconds)), milliseconds).toBe(text);
  }
});

test('the text of a clock changes exactly when predicted', () => {
  for (const milliseconds of [1, 99, 100, 101, 5_430, 9_999, 10_001, 61_500, 3_600_400]) {
    const wait = untilNextText(milliseconds);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(1001);
    expect(clockText(Math.max(0, milliseconds - wait + 2))).toBe(clockText(milliseconds));
  }
});

test('a clock waits for its delay, and never goes below zero', () => {
  const model = {
    clockedAt: 1000,
    state: { clock: { white: 5000, black: 7000 }, running: 'white', waits: 2000 },
  } as GameModel;
  expect(remaining(model, 'white', 2500)).toBe(5000);
  expect(remaining(model, 'white', 4000)).toBe(4000);
  expect(remaining(model, 'white', 99_000)).toBe(0);
  expect(remaining(model, 'black', 99_000)).toBe(7000);
});
