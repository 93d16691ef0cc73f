import { expect, test } from 'vitest';
import { columnsOf, ROWS_PER_COLUMN } from './columns';

test('sixty moves fill one page, and one more begins the next', () => {
  const rows = (count: number) => Array.from({ length: count }, (_, index) => ({ number: index + 1 }));
  expect(columnsOf([]).map(column => column.length)).toEqual([ROWS_PER_COLUMN, ROWS_PER_COLUMN]);
  expect(columnsOf(rows(60))).toHaveLength(2);
  expect(columnsOf(rows(61))).toHaveLength(4);
  expect(columnsOf(rows(61))[2]?.[0]?.number).toBe(61);
  // Empty rows are numbered too, also if the game began with a later move number.
  expect(columnsOf([{ number: 40 }])[1]?.[0]?.number).toBe(70);
});
