import { expect, test } from 'vitest';
import { nextMoment } from './start';

const at = (day: number, hours: number, minutes: number): number => new Date(2026, 4, day, hours, minutes).getTime();

test('the next moment at which a clock shows a time', () => {
  expect(nextMoment('19:30', at(8, 18, 0))).toBe(at(8, 19, 30));
  expect(nextMoment('19:30', at(8, 19, 30))).toBe(at(9, 19, 30));
  expect(nextMoment('00:15', at(31, 23, 59))).toBe(new Date(2026, 5, 1, 0, 15).getTime());
});

test('a text that is not a time gives no moment', () => {
  for (const text of ['', '7:30', 'soon']) expect(nextMoment(text, 0)).toBeUndefined();
});
