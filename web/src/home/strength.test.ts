import { describe, expect, it } from 'vitest';
import { nearestLevel, ratingOf, strengthText } from './strength';

describe('the strength of the computer', () => {
  it('has a level near every rating', () => {
    expect([400, 800, 1300, 1500, 2300, 2950, 3200].map(nearestLevel)).toEqual([1, 1, 2, 3, 7, 8, 8]);
  });

  it('shows the rating of a level, and the chosen one', () => {
    expect(ratingOf({ level: 1, rating: null })).toBe(800);
    expect(ratingOf({ level: 8, rating: null })).toBe(3200);
    expect(ratingOf({ level: 1, rating: 450 })).toBe(450);
  });

  it('is said in words', () => {
    expect(strengthText({ level: 1, rating: 400 })).toContain('400');
    expect(strengthText({ level: 1, rating: 400 })).not.toBe(strengthText({ level: 1, rating: 800 }));
    expect(strengthText({ level: 8, rating: null })).toContain('3250');
  });
});
