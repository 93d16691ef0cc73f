/** What the page asks the server over HTTP. Where there is no server, `me` says so, and nothing else is asked. */
import type { Terms } from '../game/agreement';
import type { Color } from '../game/model';
import type { Snapshot } from './messages';

export interface Person {
  id: string;
  name: string;
  guest: boolean;
  title: string | null;
  roles: string[];
}

export interface GameSummary {
  id: string;
  opponent: string;
  time: string;
  yourTurn: boolean;
}

export interface Seek {
  id: string;
  name: string;
  rating?: number;
  game: Terms;
}

/** A game that is offered and has not begun. */
export interface Challenge {
  id: string;
  /** Whose it is. */
  from: string | null;
  /** Whom it is for, if it is for one person. */
  to: string | null;
  color: Color | 'random';
  game: Terms;
  /** What has become of it. */
  status?: 'created' | 'accepted' | 'canceled' | 'declined';
  yours?: boolean;
}

export interface Me {
  player: Person;
  playing: GameSummary[];
  /** The challenges of others to this person. */
  asked: Challenge[];
}

export interface NewGame extends Terms {
  opponent: object;
  color: Color | 'random';
}

/** The server's own words for what went wrong. */
export class ApiError extends Error {
  constructor(
    message: string,
    readonly code: string,
    readonly status: number,
  ) {
    super(message);
  }
}

/** Asks the server for JSON. */
export async function ask<T>(path: string, method = 'GET', body?: object): Promise<T> {
  const response = await fetch(path, {
    method,
    credentials: 'same-origin',
    headers: { Accept: 'application/json', ...(body ? { 'Content-Type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const json = response.headers.get('content-type')?.includes('json') ? ((await response.json()) as unknown) : null;
  if (!response.ok) {
    const { error, code } = (json ?? {}) as { error?: string; code?: string };
    throw new ApiError(error ?? response.statusText, code ?? '', response.status);
  }
  if (json === null) throw new ApiError('not JSON', 'no_server', response.status);
  return json as T;
}

let known: Promise<Me | null> | undefined;
let latest: Person | null = null;

/** Who one was when the server was last asked; nobody before that, and where there is no server. */
export const person = (): Person | null => latest;

/** Who one is for the server; nobody where there is none. */
export function me(): Promise<Me | null> {
  known ??= ask<{ player: Person; playing?: Record<string, unknown>[]; challenges?: { in?: Challenge[] } }>('/app/me')
    .then(({ player, playing, challenges }) => {
      latest = player;
      return { player, playing: (playing ?? []).map(summary), asked: challenges?.in ?? [] };
    })
    .catch(() => null);
  return known;
}

/** What was known is asked again next time. */
export function forgetMe(): void {
  known = undefined;
}

/** A running game as a line in a list, whatever else the server tells about it. */
function summary(game: Record<string, unknown>): GameSummary {
  const opponent = game['opponent'] as { name?: string } | string | undefined;
  return {
    id: String(game['id'] ?? ''),
    opponent: typeof opponent === 'string' ? opponent : (opponent?.name ?? ''),
    time: String(game['time'] ?? ''),
    yourTurn: game['your_turn'] === true,
  };
}

export const createGame = (game: NewGame): Promise<{ id: string }> => ask('/app/games', 'POST', game);
export const acceptChallenge = (id: string): Promise<unknown> => ask(`/app/challenges/${encodeURIComponent(id)}/accept`, 'POST', {});
export const cancelChallenge = (id: string): Promise<unknown> => ask(`/app/challenges/${encodeURIComponent(id)}/cancel`, 'POST', {});
export const declineChallenge = (id: string): Promise<unknown> => ask(`/app/challenges/${encodeURIComponent(id)}/decline`, 'POST', {});

/** A game as it stands; before it begins, its challenge. */
export const gameOrChallenge = (id: string): Promise<Snapshot | ({ t: 'challenge' } & Challenge)> => ask(`/app/games/${encodeURIComponent(id)}`);

export const login = (name: string, password: string): Promise<unknown> => ask('/app/login', 'POST', { name, password });
export const register = (name: string, password: string): Promise<unknown> => ask('/app/register', 'POST', { name, password });
export const logout = (): Promise<unknown> => ask('/app/logout', 'POST', {});
export const logoutEverywhere = (revokeTokens: boolean): Promise<unknown> => ask('/app/logout-everywhere', 'POST', { revoke_tokens: revokeTokens });

/** Another password; every other session of the account ends. */
export const changePassword = (current: string, next: string): Promise<unknown> => ask('/app/password', 'POST', { current, new: next });

/** A personal token for programs; its secret is told once, when it is made. */
export interface Token {
  id: string;
  description: string;
  scopes: string[];
}

export const tokens = (): Promise<Token[]> => ask<{ tokens?: Token[] } | Token[]>('/app/tokens').then(found => (Array.isArray(found) ? found : (found.tokens ?? [])));
export const makeToken = (description: string, scopes: string[]): Promise<{ token: string }> => ask('/app/tokens', 'POST', { description, scopes });
export const revokeToken = (id: string): Promise<unknown> => ask(`/app/tokens/${encodeURIComponent(id)}`, 'DELETE');
