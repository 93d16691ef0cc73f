import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Channel, Follower } from '../live/channel';
import { FakeSocket, installFakeSocket, removeFakeSocket } from '../live/fake-socket';
import type { ClientMessage, GameSummary } from '../wire';
import type { Presence } from './presence';

vi.mock('../ui/announce');

const GAME = 'Ab3dE6gH';
/** What the server says about the user's games. */
let playing: GameSummary[];
let presence: Presence;
let channel: Channel;

beforeEach(async () => {
  installFakeSocket();
  vi.stubGlobal('location', { protocol: 'http:', host: 'host' });
  vi.stubGlobal('fetch', async () => Response.json({ player: {}, playing, challenges: { in: [], out: [] } }));
  playing = [];
  // There is one channel for the whole page, so each test loads its own.
  vi.resetModules();
  channel = (await import('../live/channel')).channel();
  presence = new (await import('./presence')).Presence(() => undefined);
});
afterEach(removeFakeSocket);

const summary = (id: string): GameSummary => ({ id, opponent: { name: 'Anna' }, your_turn: true }) as GameSummary;
const sent = (): ClientMessage[] => FakeSocket.latest().messages();
/** Waits until the answers of the server have arrived. */
const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(100);

/** Follows a game as its page does. */
const follow = (game: string): (() => void) =>
  channel.follow({
    game,
    since: () => 4,
    onMessage: () => undefined,
    onConnectionChange: () => undefined,
    onReconnect: () => undefined,
  } satisfies Follower);

/** Opens the page with nothing going on, and then the page of a game. */
async function openGame(): Promise<{ close: () => void }> {
  presence.visit('/');
  await presence.start();
  FakeSocket.latest().accept();
  presence.visit(`/game/${GAME}`);
  const close = follow(GAME);
  await settle();
  return { close };
}

test('a player who goes to another page and back never stops watching the game', async () => {
  const { close } = await openGame();
  playing = [summary(GAME)];
  FakeSocket.latest().deliver({ t: 'started', game: GAME });
  presence.visit('/analysis');
  close();
  await settle();
  expect(presence.running()).toMatchObject({ id: GAME });
  presence.visit(`/game/${GAME}`);
  await settle();
  follow(GAME);
  expect(sent()).toEqual([
    { t: 'watch', game: GAME, since: 4 },
    { t: 'watch', game: GAME },
    { t: 'watch', game: GAME, since: 4 },
  ]);
});

test('a player who goes from one game to another watches both', async () => {
  const { close } = await openGame();
  playing = [summary(GAME), summary('Zz3dE6gH')];
  FakeSocket.latest().deliver({ t: 'started', game: 'Zz3dE6gH' });
  await settle();
  presence.visit('/game/Zz3dE6gH');
  close();
  await settle();
  expect(sent()).toEqual([
    { t: 'watch', game: GAME, since: 4 },
    { t: 'watch', game: 'Zz3dE6gH' },
    { t: 'watch', game: GAME },
  ]);
});

test('a spectator who leaves a game no longer watches it', async () => {
  const { close } = await openGame();
  presence.visit('/watch');
  close();
  await settle();
  expect(sent()).toEqual([
    { t: 'watch', game: GAME, since: 4 },
    { t: 'unwatch', game: GAME },
  ]);
});
