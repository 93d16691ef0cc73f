/** The public profile of an account. */
import { ask } from '../live/api';
import type { UserJson } from '../wire';

export const profile = (name: string): Promise<UserJson> => ask(`/api/user/${encodeURIComponent(name)}`);

const SPEEDS = ['bullet', 'blitz', 'rapid', 'classical', 'correspondence', 'chess960'] as const;

export interface ShownRating {
  speed: (typeof SPEEDS)[number];
  games: number;
  /** With a question mark while it is provisional. */
  rating: string;
}

/** The ratings with at least one game, the fastest speed first. */
export const playedRatings = ({ perfs }: Pick<UserJson, 'perfs'>): ShownRating[] =>
  SPEEDS.flatMap(speed => {
    const perf = perfs[speed];
    return perf && perf.games > 0
      ? [{ speed, games: perf.games, rating: `${perf.rating}${perf.prov ? '?' : ''}` }]
      : [];
  });
