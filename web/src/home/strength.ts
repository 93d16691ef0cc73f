/** The strength of the computer: eight levels with names, and a slider for ratings. */
import ratings from '../engine/ratings.json';
import { t } from '../i18n';

/** A level, or a rating chosen with the slider. */
export interface Strength {
  level: number;
  rating: number | null;
}

/** The range of the slider, the same as the engine's UCI_Elo. */
export const weakest = 400;
export const strongest = 3200;
export const step = 50;

/** Full strength has no rating, because it depends on the machine and the clock. */
export const fullLevel = 8;

const levelNames = (): string[] => t('levelHints').split('|');

/** The name of a level, with its rating. */
export function levelText(level: number): string {
  const words = levelNames()[level - 1] ?? '';
  const rating = ratings[level - 1];
  return rating === undefined ? words : t('levelAbout', { words, rating });
}

/** The level with the nearest rating, which gives a rating its name. */
export function nearestLevel(rating: number): number {
  const distance = (level: number): number => Math.abs((ratings[level - 1] ?? strongest) - rating);
  return ratings
    .map((_, index) => index + 1)
    .reduce((best, level) => (distance(level) < distance(best) ? level : best));
}

export const ratingOf = ({ level, rating }: Strength): number =>
  rating ?? Math.min(ratings[level - 1] ?? strongest, strongest);

/** The level that gives a strength its name and face; 0 is weaker than the first level. */
export function rankOf({ level, rating }: Strength): number {
  if (rating === null) return level;
  return rating < (ratings[0] ?? 0) - 100 ? 0 : nearestLevel(rating);
}

export function strengthText(strength: Strength): string {
  const { level, rating } = strength;
  if (rating === null) return levelText(level);
  const rank = rankOf(strength);
  const words = rank === 0 ? t('levelFirstGames') : (levelNames()[rank - 1] ?? '');
  return t('levelAbout', { words, rating });
}
