import { expect, test } from 'vitest';
import type { PositionScore } from '../storage/analyses';
import { moveAccuracy, summarize } from './accuracy';

const cp = (value: number): PositionScore => ({ cp: value });
const movers = ['black', 'white', 'black', 'white', 'black', 'white', 'black'] as const;

test('a move that keeps the chances is perfect, one that throws them away is not', () => {
  expect(moveAccuracy(50, 50)).toBe(100);
  expect(moveAccuracy(50, 60)).toBe(100);
  expect(moveAccuracy(60, 50)).toBeGreaterThan(60);
  expect(moveAccuracy(60, 50)).toBeLessThan(70);
  expect(moveAccuracy(100, 0)).toBe(0);
});

test('only the side that errs loses accuracy, and its lapses are counted', () => {
  const scores = [cp(20), cp(20), cp(20), cp(20), cp(400), cp(400), cp(400)];
  const { white, black } = summarize(scores, movers);
  expect(white).toEqual({ accuracy: 100, counts: { inaccuracy: 0, mistake: 0, blunder: 0 } });
  expect(black.accuracy).toBeGreaterThan(30);
  expect(black.accuracy).toBeLessThan(75);
  expect(black.counts).toEqual({ inaccuracy: 0, mistake: 0, blunder: 1 });
});

test('being checkmated is not a lapse of the side that mates', () => {
  const scores: PositionScore[] = [cp(0), { mate: -1 }, { result: '0-1' }];
  const { white, black } = summarize(scores, movers);
  expect(white.counts.blunder).toBe(1);
  expect(black).toEqual({ accuracy: 100, counts: { inaccuracy: 0, mistake: 0, blunder: 0 } });
});

test('without scores there is no accuracy', () => {
  expect(summarize([], []).white.accuracy).toBeNull();
  expect(summarize([cp(1), undefined, cp(2)], movers).white.accuracy).toBeNull();
});
