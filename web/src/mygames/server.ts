/** Searching the finished games on the server. */
import { ask } from '../live/api';
import type { FoundGame, FoundGames, Reason, ResultCode, SearchQuery, Side } from '../wire';

export interface Filter {
  opponent: string;
  color: '' | Side;
  result: '' | ResultCode;
  reason: '' | Reason;
  /** Days as in a form: 2026-05-31. */
  from: string;
  to: string;
  opening: string;
}

export const noFilter: Filter = { opponent: '', color: '', result: '', reason: '', from: '', to: '', opening: '' };

/** Games per request. */
export const PAGE_SIZE = 20;

const DAY = 86_400_000;

/** The address of a search among a player's games; empty fields do not restrict it. */
export function searchAddress(player: string, filter: Filter, before?: string): string {
  const query = new URLSearchParams();
  const set = (key: keyof SearchQuery, value: string): void => {
    if (value.trim() !== '') query.set(key, value.trim());
  };
  set('player', player);
  const { from, to, ...plain } = filter;
  for (const key of Object.keys(plain) as (keyof typeof plain)[]) set(key, plain[key]);
  const [first, last] = [Date.parse(from), Date.parse(to)];
  if (Number.isFinite(first)) set('from', String(first));
  // The last day is included.
  if (Number.isFinite(last)) set('to', String(last + DAY - 1));
  if (before) set('before', before);
  return `/app/games?${query}`;
}

export const searchGames = async (player: string, filter: Filter, before?: string): Promise<FoundGame[]> =>
  (await ask<FoundGames>(searchAddress(player, filter, before))).games;
