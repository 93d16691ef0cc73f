import { expect, test } from 'vitest';
import { advantage, lapse, scoreText } from './evaluation';

test('scores are written as people read them', () => {
  const scores = [{ cp: 130 }, { cp: -40 }, { cp: 4 }, { cp: -3 }, { cp: 0 }, { mate: 5 }, { mate: -2 }];
  expect(scores.map(scoreText)).toEqual(['+1.3', '−0.4', '0.0', '0.0', '0.0', '#5', '#−2']);
});

test('an advantage has a side and an end', () => {
  expect(advantage({ cp: 0 })).toBe(0);
  expect(advantage({ mate: -1 })).toBe(-1);
  expect(advantage({ cp: 200 })).toBeCloseTo(-advantage({ cp: -200 }));
  expect(advantage({ cp: 900 })).toBeGreaterThan(0.9);
});

test('a lapse is judged from the mover’s side', () => {
  expect(lapse({ cp: 20 }, { cp: 0 }, 'white')).toBeNull();
  expect(lapse({ cp: 0 }, { cp: 400 }, 'black')).toBe('blunder');
  expect(lapse({ cp: 0 }, { cp: 400 }, 'white')).toBeNull();
  expect(lapse({ mate: 3 }, { cp: 0 }, 'white')).toBe('blunder');
  // A lost position cannot be lost again.
  expect(lapse({ cp: -900 }, { cp: -1500 }, 'white')).toBeNull();
});
