import { expect, test } from 'vitest';
import { heightOf, lapses, shapeOf } from './course';

test('White ahead is high, Black ahead is low', () => {
  expect([{ mate: 1 }, { cp: 0 }, { mate: -1 }].map(heightOf)).toEqual([0, 50, 100]);
});

test('positions without a score are not drawn', () => {
  expect(shapeOf([{ cp: 0 }, { cp: 0 }, undefined])).toEqual({
    line: '0,50.0 1,50.0',
    area: '0,100 0,50.0 1,50.0 1,100',
  });
  expect(shapeOf([undefined])).toEqual({ line: '', area: '' });
});

test('a blunder is found at the move that made it', () => {
  const found = lapses(
    [{ cp: 30 }, { cp: 20 }, { cp: 500 }, undefined, { cp: -500 }],
    ['white', 'white', 'black', 'white', 'black'],
  );
  expect([...found]).toEqual([[2, 'blunder']]);
});
