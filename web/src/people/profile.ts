/** Somebody with an account, as everybody sees them. */
import { ask } from '../live/api';
import type { UserJson } from '../wire';

export const profile = (name: string): Promise<UserJson> => ask(`/api/user/${encodeURIComponent(name)}`);

const SPEEDS = ['bullet', 'blitz', 'rapid', 'classical', 'correspondence', 'chess960'] as const;

export interface ShownRating {
  speed: (typeof SPEEDS)[number];
  games: number;
  /** With a question mark while few games stand behind it. */
  rating: string;
}

/** The ratings somebody has played for, the fastest games first. */
export const playedRatings = ({ perfs }: Pick<UserJson, 'perfs'>): ShownRating[] =>
  SPEEDS.flatMap(speed => {
    const perf = perfs[speed];
    return perf && perf.games > 0
      ? [{ speed, games: perf.games, rating: `${perf.rating}${perf.prov ? '?' : ''}` }]
      : [];
  });
