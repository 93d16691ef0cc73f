/** What the page asks the server over HTTP. Where there is no server, `me` says so, and nothing else is asked. */
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
  Side,
  TokenJson,
  TokenSecret,
  Tokens,
} from '../wire';

/** The server's own words for what went wrong. */
export class ApiError extends Error {
  constructor(
    message: string,
    /** `no_server` where something else answers, and nothing where no code came. */
    readonly code: PageErrorCode | 'no_server' | '',
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
    const { error, code } = (json ?? {}) as Partial<ErrorAnswer>;
    throw new ApiError(error ?? response.statusText, code ?? '', response.status);
  }
  if (json === null) throw new ApiError('not JSON', 'no_server', response.status);
  return json as T;
}

let known: Promise<Me | null> | undefined;
let latest: Me | null = null;

/** Who one was when the server was last asked; nobody before that, and where there is no server. */
export const person = (): Person | null => latest?.player ?? null;

/** The latest answer, without waiting for another one. */
export const knownMe = (): Me | null => latest;

/** Whether a game against somebody is on. */
export const isPlaying = (): boolean => latest?.playing.some(({ opponent }) => opponent.level === null) ?? false;

/** Who one is for the server; nobody where there is none. */
export function me(): Promise<Me | null> {
  known ??= ask<Me>('/app/me')
    .then(found => {
      latest = found;
      return found;
    })
    .catch(() => null);
  return known;
}

/** What was known is asked again next time. */
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

/** Who is here. */
export const online = (): Promise<Online> => ask('/app/online');

/** A game as it stands; before it begins, its challenge. */
export const gameOrChallenge = (id: string): Promise<GameOrChallenge> => ask(`/app/games/${encodeURIComponent(id)}`);

/** How the two players of a game have scored against each other. */
export const matchScore = (id: string): Promise<MatchScore> => ask(`/app/games/${encodeURIComponent(id)}/match`);

/** What a rated game did to the ratings of its players. */
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

/** Another password; every other session of the account ends. */
export const changePassword = (current: string, next: string): Promise<unknown> =>
  ask('/app/password', 'POST', { current, new: next } satisfies PasswordChange);

/** What one can do with one's own account. */
export const renameAccount = (name: string): Promise<unknown> =>
  ask('/app/account/name', 'POST', { name } satisfies NewName);
export const closeAccount = (password: string): Promise<unknown> =>
  ask('/app/account/close', 'POST', { password } satisfies CloseAccount);

/** Whom one has blocked: neither challenges nor chat between the two. */
export const blockedPlayers = async (): Promise<string[]> => (await ask<Blocks>('/app/blocks')).blocked;
export const blockPlayer = (name: string, on: boolean): Promise<unknown> =>
  ask(`/app/blocks/${encodeURIComponent(name)}`, on ? 'PUT' : 'DELETE');
export const reportPlayer = (name: string, text: string): Promise<unknown> =>
  ask('/app/reports', 'POST', { name, text, game: null } satisfies NewReport);

export const tokens = async (): Promise<TokenJson[]> => (await ask<Tokens>('/app/tokens')).tokens;
export const makeToken = (description: string, scopes: string[]): Promise<TokenSecret> =>
  ask('/app/tokens', 'POST', { description, scopes } satisfies NewToken);
export const revokeToken = (id: string): Promise<unknown> => ask(`/app/tokens/${encodeURIComponent(id)}`, 'DELETE');

/** A game as PGN, with its clocks. */
export async function exportGame(id: string): Promise<string> {
  const response = await fetch(`/game/export/${id}?clocks=true`, { headers: { Accept: 'application/x-chess-pgn' } });
  if (!response.ok) throw new ApiError(response.statusText, '', response.status);
  return response.text();
}
