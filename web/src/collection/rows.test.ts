import { expect, test } from 'vitest';
import type { ListedGame } from '../wire';
import { folded, readRow, rowText, searchWords, sortKey } from './rows';

const game: ListedGame = {
  offset: 0,
  length: 10,
  white: 'Béla\tX',
  black: '?',
  white_rating: '2100',
  black_rating: '-',
  event: 'London\nOpen',
  date: '1858.??.??',
  result: '1/2-1/2',
  eco: 'C41',
  opening: '?',
  known_opening: null,
  plies: 33,
  faulty: false,
};

test('a row has the values of the tags, and unknown ones are empty', () => {
  expect(readRow(rowText(game, undefined))).toEqual({
    white: 'Béla X',
    black: '?',
    whiteRating: '2100',
    blackRating: '',
    result: '½–½',
    date: '1858',
    event: 'London Open',
    opening: 'C41',
    moves: '17',
    faulty: false,
  });
  expect(readRow(rowText(game, 'C41 Philidor Defense')).opening).toBe('C41 Philidor Defense');
});

test('a search finds words without accents, and results as they are typed', () => {
  const line = folded(rowText(game, 'C41 Philidor Defense'));
  const finds = (text: string): boolean => searchWords(text).every(word => line.includes(word));
  for (const text of ['bela', 'BÉLA 1858', 'philidor 1/2-1/2', 'london open 2100'])
    expect(finds(text), text).toBe(true);
  for (const text of ['carlsen', 'bela 1-0']) expect(finds(text), text).toBe(false);
});

test('ratings sort from the highest', () => {
  const other = rowText({ ...game, white_rating: '', black_rating: '2800' }, undefined);
  expect(Number(sortKey(other, 'rating'))).toBeLessThan(Number(sortKey(rowText(game, undefined), 'rating')));
});
