import { expect, test } from 'vitest';
import { idsOf } from './games';

test('ids are read from a list with one game per line', () => {
  expect(idsOf('{"id":"AbCdEfGh","rated":false}\n{"id":"12345678"}\n\n')).toEqual(['AbCdEfGh', '12345678']);
  expect(idsOf('')).toEqual([]);
});
