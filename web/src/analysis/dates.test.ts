import { expect, test } from 'vitest';
import { dateText, shortDateText } from './dates';

test('a date is shown as far as it is known', () => {
  expect(['1858.??.??', '1858.11.??', '????.??.??', '?', 'last May', '1858.13.45', '2024'].map(dateText)).toEqual([
    '1858',
    'November 1858',
    '',
    '',
    'last May',
    '1858.13.45',
    '2024',
  ]);
  expect(dateText('1858.11.02')).toMatch(/November.*1858/);
  expect(shortDateText('1858.11')).toBe('Nov 1858');
});
