import { expect, test } from 'vitest';
import { parsePairs } from './pairs';

test('pairings are read in the ways people write them', () => {
  const text =
    'anna bert\n1. Cid - Dan\n 2) eve – finn \ngus;hal\n3 ina, jon\nkai vs lea\n\nmia\tned\nAnna-Souza - Bert-2\nAnna Souza - Bert de Sá';
  expect(parsePairs(text)).toEqual({
    pairs: [
      ['anna', 'bert'],
      ['Cid', 'Dan'],
      ['eve', 'finn'],
      ['gus', 'hal'],
      ['ina', 'jon'],
      ['kai', 'lea'],
      ['mia', 'ned'],
      ['Anna-Souza', 'Bert-2'],
      ['Anna Souza', 'Bert de Sá'],
    ],
    wrong: [],
  });
});

test('a line that is not a pair is reported', () => {
  expect(parsePairs('anna\nanna bert cid')).toEqual({ pairs: [], wrong: ['anna', 'anna bert cid'] });
});
