/** Finished games that the server keeps, and what can be asked for among them. */

export interface Filter {
  opponent: string;
  color: '' | 'white' | 'black';
  result: '' | '1-0' | '0-1' | '1/2-1/2';
  reason: string;
  /** Days as a form has them: 2026-05-31. */
  from: string;
  to: string;
  opening: string;
}

export const noFilter: Filter = { opponent: '', color: '', result: '', reason: '', from: '', to: '', opening: '' };

export interface KeptGame {
  id: string;
  white: { id: string; name: string };
  black: { id: string; name: string };
  ended: number;
  result: string;
  reason: string;
  time: string;
  variant: string;
  rated: boolean;
  plies: number;
}

/** So many come at once. */
export const PAGE = 20;

const DAY = 86_400_000;

/** The address that asks for games of a player; what is empty does not limit. */
export function searchAddress(player: string, filter: Filter, before?: string): string {
  const query = new URLSearchParams({ player });
  const { from, to, ...plain } = filter;
  for (const [key, value] of Object.entries(plain)) if (value.trim() !== '') query.set(key, value.trim());
  const [first, last] = [Date.parse(from), Date.parse(to)];
  if (Number.isFinite(first)) query.set('from', String(first));
  // The last day counts as a whole.
  if (Number.isFinite(last)) query.set('to', String(last + DAY - 1));
  if (before) query.set('before', before);
  return `/app/games?${query}`;
}

export async function searchGames(player: string, filter: Filter, before?: string): Promise<KeptGame[]> {
  const response = await fetch(searchAddress(player, filter, before), { credentials: 'same-origin', headers: { Accept: 'application/json' } });
  const body = (await response.json()) as { games?: KeptGame[]; error?: string };
  if (!response.ok || !body.games) throw new Error(body.error ?? response.statusText);
  return body.games;
}
