/** Requests to the server over HTTP. Without a server `me` resolves to null, and nothing else is requested. */
import type {
  Blocks,
  CloseAccount,
  Credentials,
  ErrorAnswer,
  ExportedGame,
  GameAddress,
  GameOrChallenge,
  LogOutEverywhere,
  MatchScore,
  Me,
  NewGame,
  NewName,
  NewReport,
  NewToken,
  Online,
  PageErrorCode,
  PasswordChange,
  Person,
  Scope,
  Side,
  TokenJson,
  TokenSecret,
  Tokens,
} from '../wire';

/** An error that the server has answered with. */
export class ApiError extends Error {
  constructor(
    message: string,
    /** `no_server` if the answer is not from our server, and empty if the answer has no code. */
    readonly code: PageErrorCode | 'no_server' | '',
    readonly status: number,
  ) {
    super(message);
  }
}

/** Sends a request and returns the JSON of the answer. */
export async function ask<T>(path: string, method = 'GET', body?: object): Promise<T> {
  const response = await fetch(path, {
    method,
    credentials: 'same-origin',
    headers: { Accept: 'application/json', ...(body ? { 'Content-Type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const json = response.headers.get('content-type')?.includes('json') ? ((await response.json()) as unknown) : null;
  if (!response.ok) {
    const { error, code } = (json ?? {}) as Partial<ErrorAnswer>;
    throw new ApiError(error ?? response.statusText, code ?? '', response.status);
  }
  if (json === null) throw new ApiError('not JSON', 'no_server', response.status);
  return json as T;
}

let known: Promise<Me | null> | undefined;
let latest: Me | null = null;

/** The user according to the latest answer; null before the first one, and without a server. */
export const person = (): Person | null => latest?.player ?? null;

/** The latest answer, without another request. */
export const knownMe = (): Me | null => latest;

/** Whether the user has a game in progress against a person. */
export const isPlaying = (): boolean => latest?.playing.some(({ opponent }) => opponent.level === null) ?? false;

/** The user, their games and their challenges; null without a server. The answer is cached until `forgetMe`. */
export function me(): Promise<Me | null> {
  known ??= ask<Me>('/app/me')
    .then(found => {
      latest = found;
      return found;
    })
    .catch(() => null);
  return known;
}

/** Makes the next `me` send a new request. */
export function forgetMe(): void {
  known = undefined;
}

export const createGame = (game: NewGame): Promise<GameAddress> => ask('/app/games', 'POST', game);
export const acceptChallenge = (id: string): Promise<unknown> =>
  ask(`/app/challenges/${encodeURIComponent(id)}/accept`, 'POST', {});
export const cancelChallenge = (id: string): Promise<unknown> =>
  ask(`/app/challenges/${encodeURIComponent(id)}/cancel`, 'POST', {});
export const declineChallenge = (id: string): Promise<unknown> =>
  ask(`/app/challenges/${encodeURIComponent(id)}/decline`, 'POST', {});

export const online = (): Promise<Online> => ask('/app/online');

/** The current state of a game; before it begins, its challenge. */
export const gameOrChallenge = (id: string): Promise<GameOrChallenge> => ask(`/app/games/${encodeURIComponent(id)}`);

/** The score between the two players of a game. */
export const matchScore = (id: string): Promise<MatchScore> => ask(`/app/games/${encodeURIComponent(id)}/match`);

/** How a rated game changed the ratings of its players. */
export async function ratingChanges(id: string): Promise<Partial<Record<Side, number>>> {
  const { players } = await ask<ExportedGame>(`/game/export/${encodeURIComponent(id)}?moves=false`);
  const [white, black] = [players.white.ratingDiff, players.black.ratingDiff];
  return { ...(white === undefined ? {} : { white }), ...(black === undefined ? {} : { black }) };
}

export const login = (name: string, password: string): Promise<unknown> =>
  ask('/app/login', 'POST', { name, password } satisfies Credentials);
export const register = (name: string, password: string, invite?: string): Promise<unknown> =>
  ask('/app/register', 'POST', { name, password, ...(invite === undefined ? {} : { invite }) } satisfies Credentials);
export const logout = (): Promise<unknown> => ask('/app/logout', 'POST', {});
export const logoutEverywhere = (revokeTokens: boolean): Promise<unknown> =>
  ask('/app/logout-everywhere', 'POST', { revoke_tokens: revokeTokens } satisfies LogOutEverywhere);

/** Changes the password; every other session of the account ends. */
export const changePassword = (current: string, next: string): Promise<unknown> =>
  ask('/app/password', 'POST', { current, new: next } satisfies PasswordChange);

export const renameAccount = (name: string): Promise<unknown> =>
  ask('/app/account/name', 'POST', { name } satisfies NewName);
export const closeAccount = (password: string): Promise<unknown> =>
  ask('/app/account/close', 'POST', { password } satisfies CloseAccount);

/** The players that the user has blocked, which means no challenges and no chat between them. */
export const blockedPlayers = async (): Promise<string[]> => (await ask<Blocks>('/app/blocks')).blocked;
export const blockPlayer = (name: string, on: boolean): Promise<unknown> =>
  ask(`/app/blocks/${encodeURIComponent(name)}`, on ? 'PUT' : 'DELETE');
export const reportPlayer = (name: string, text: string): Promise<unknown> =>
  ask('/app/reports', 'POST', { name, text, game: null } satisfies NewReport);

export const tokens = async (): Promise<TokenJson[]> => (await ask<Tokens>('/app/tokens')).tokens;
export const makeToken = (description: string, scopes: Scope[]): Promise<TokenSecret> =>
  ask('/app/tokens', 'POST', { description, scopes } satisfies NewToken);
export const revokeToken = (id: string): Promise<unknown> => ask(`/app/tokens/${encodeURIComponent(id)}`, 'DELETE');

/** A game as PGN, with its clocks. */
export async function exportGame(id: string): Promise<string> {
  const response = await fetch(`/game/export/${id}?clocks=true`, { headers: { Accept: 'application/x-chess-pgn' } });
  if (!response.ok) throw new ApiError(response.statusText, '', response.status);
  return response.text();
}
