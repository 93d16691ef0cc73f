import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ServerMessage } from '../wire';
import { Channel, type Follower, retryDelay } from './channel';
import { FakeSocket, installFakeSocket, removeFakeSocket } from './fake-socket';

beforeEach(installFakeSocket);
afterEach(removeFakeSocket);

function follower(since?: number): Follower & { log: (ServerMessage | string)[] } {
  const log: (ServerMessage | string)[] = [];
  return {
    log,
    game: 'Ab3dE6gH',
    since: () => since,
    onMessage: message => log.push(message),
    onConnectionChange: yes => log.push(yes ? 'connected' : 'lost'),
    onReconnect: () => log.push('again'),
  };
}

const open = (): Channel => new Channel('ws://host/live');

test('a follower watches its game on every connection, from its last version', () => {
  const channel = open();
  const one = follower(7);
  channel.follow(one);
  expect(FakeSocket.latest().protocol).toBe('tabiya.1');
  FakeSocket.latest().accept();
  expect(FakeSocket.latest().messages()).toEqual([{ t: 'watch', game: 'Ab3dE6gH', since: 7 }]);
  FakeSocket.latest().drop();
  vi.advanceTimersByTime(10_000);
  expect(FakeSocket.opened).toHaveLength(2);
  FakeSocket.latest().accept();
  expect(FakeSocket.latest().messages()).toEqual([{ t: 'watch', game: 'Ab3dE6gH', since: 7 }]);
  expect(one.log).toEqual(['connected', 'again', 'lost', 'connected', 'again']);
});

test('the retry delay grows up to a limit', () => {
  const waits = [1, 2, 3, 4, 5, 20].map(attempt => retryDelay(attempt, () => 1));
  expect(waits).toEqual([500, 1000, 2000, 4000, 5000, 5000]);
  expect(retryDelay(1, () => 0)).toBe(250);
});

test('a silent connection is closed', () => {
  open().follow(follower());
  FakeSocket.latest().accept();
  vi.advanceTimersByTime(8_000);
  expect(FakeSocket.opened).toHaveLength(1);
  vi.advanceTimersByTime(12_000);
  expect(FakeSocket.opened.length).toBeGreaterThan(1);
});

test('without listeners it does not reconnect', () => {
  const stop = open().follow(follower());
  FakeSocket.latest().accept();
  stop();
  expect(FakeSocket.latest().messages().at(-1)).toEqual({ t: 'unwatch', game: 'Ab3dE6gH' });
  FakeSocket.latest().drop();
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.opened).toHaveLength(1);
});

test('a game that is held stays watched between two followers', () => {
  const channel = open();
  const stop = channel.follow(follower());
  FakeSocket.latest().accept();
  const [release, releaseToo] = [channel.hold('Ab3dE6gH'), channel.hold('Ab3dE6gH')];
  stop();
  release();
  expect(FakeSocket.latest().messages()).toEqual([{ t: 'watch', game: 'Ab3dE6gH' }]);
  releaseToo();
  expect(FakeSocket.latest().messages().at(-1)).toEqual({ t: 'unwatch', game: 'Ab3dE6gH' });
});

test('messages and errors reach the followers of their game', () => {
  const channel = open();
  const [one, other] = [follower(), { ...follower(), game: 'Zz3dE6gH' }];
  channel.follow(one);
  channel.follow(other);
  FakeSocket.latest().accept();
  const error: ServerMessage = { t: 'error', game: 'Ab3dE6gH', code: 'chat_off', why: 'there is no chat' };
  FakeSocket.latest().deliver(error);
  expect(one.log).toContainEqual(error);
  expect(other.log).not.toContainEqual(error);
});

test('an error that is not about a game is logged', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  open().follow(follower());
  FakeSocket.latest().accept();
  FakeSocket.latest().deliver({ t: 'error', code: 'not_understood', why: 'no such message' });
  expect(warn).toHaveBeenCalledOnce();
  warn.mockRestore();
});

test('the lobby is requested again after a reconnect, while somebody listens', () => {
  const seen: number[] = [];
  const stop = open().lobby(seeks => seen.push(seeks.length));
  FakeSocket.latest().accept();
  FakeSocket.latest().deliver({ t: 'lobby', seeks: [] });
  FakeSocket.latest().drop();
  vi.advanceTimersByTime(10_000);
  FakeSocket.latest().accept();
  expect(FakeSocket.latest().messages()).toEqual([{ t: 'lobby', on: true }]);
  stop();
  expect(FakeSocket.latest().messages().at(-1)).toEqual({ t: 'lobby', on: false });
  expect(seen).toEqual([0]);
});

test('the clock offset comes from the shortest round trip', () => {
  const channel = open();
  channel.follow(follower());
  FakeSocket.latest().accept();
  const started = performance.now();
  vi.advanceTimersByTime(40);
  FakeSocket.latest().deliver({ t: 'pong', n: 1, now: 1_000_020 });
  // The answer took 40 ms, so the server's 1,000,020 was 20 ms after the start.
  expect(channel.here(1_000_020)).toBeCloseTo(started + 20, 0);
});
