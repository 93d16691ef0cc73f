import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Cue } from '../game/cues';
import type { GameModel } from '../game/model';
import type { ClientMessage, ServerMessage, State } from '../wire';
import { Channel } from './channel';
import { FakeSocket, installFakeSocket, removeFakeSocket } from './fake-socket';
import { LiveTable } from './table';

beforeEach(installFakeSocket);
afterEach(removeFakeSocket);

const GAME = 'Ab3dE6gH';
const state = { ply: 0, turn: 'white', clock: { white: 1000, black: 1000 }, result: null } as State;
const model = { id: GAME, you: 'white', moves: [], state, chat: [], connected: true } as unknown as GameModel;

function sitDown(): { table: LiveTable; cues: (Cue | null)[] } {
  const table = new LiveTable(model, 4, new Channel('ws://host/live'));
  const cues: (Cue | null)[] = [];
  table.listen(cue => cues.push(cue));
  FakeSocket.latest().accept();
  return { table, cues };
}

const commands = (): Extract<ClientMessage, { t: 'do' }>[] =>
  FakeSocket.latest().sent.filter(message => message.t === 'do');
const deliver = (message: ServerMessage): void => FakeSocket.latest().deliver(message);
const only = <T>(list: T[]): T => {
  expect(list).toHaveLength(1);
  return list[0] as T;
};

test('an unanswered move is sent again with the same id', () => {
  const { table } = sitDown();
  table.act('white', { do: 'move', move: 'e2e4' });
  const first = only(commands());
  expect(first).toMatchObject({ game: GAME, ply: 0, action: { do: 'move', move: 'e2e4' } });
  expect(table.pending()).toBe(true);
  FakeSocket.latest().drop();
  vi.advanceTimersByTime(10_000);
  FakeSocket.latest().accept();
  expect(only(commands())).toEqual(first);
  deliver({ t: 'done', id: first.id, game: GAME, v: 5 });
  expect(table.pending()).toBe(false);
  FakeSocket.latest().drop();
  vi.advanceTimersByTime(10_000);
  FakeSocket.latest().accept();
  expect(commands()).toEqual([]);
});

test('a move made without a connection is sent on the next one', () => {
  const { table } = sitDown();
  FakeSocket.latest().drop();
  table.act('white', { do: 'move', move: 'e2e4' });
  vi.advanceTimersByTime(10_000);
  FakeSocket.latest().accept();
  expect(only(commands()).action).toEqual({ do: 'move', move: 'e2e4' });
});

test('a command is repeated if the server is busy, and a refusal is shown', () => {
  const { table, cues } = sitDown();
  table.act('white', { do: 'offer' });
  const { id } = only(commands());
  deliver({ t: 'refused', id, game: GAME, v: 4, code: 'busy', why: 'too much to do' });
  expect(cues).toEqual([]);
  vi.advanceTimersByTime(1_000);
  expect(commands().map(command => command.id)).toEqual([id, id]);
  deliver({ t: 'refused', id, game: GAME, v: 4, code: 'not_allowed', reason: 'offers_forbidden', why: 'no offers' });
  expect(cues).toEqual([{ what: 'refused', code: 'offers_forbidden', why: 'no offers' }]);
});

test('a refused chat message is shown to its author', () => {
  const { table, cues } = sitDown();
  table.say('hello');
  expect(FakeSocket.latest().messages().at(-1)).toEqual({ t: 'chat', game: GAME, text: 'hello', room: 'player' });
  deliver({ t: 'error', game: GAME, code: 'too_much_talk', why: 'wait a moment' });
  expect(cues).toEqual([{ what: 'refused', code: 'too_much_talk', why: 'wait a moment' }]);
});

test('a chat message without a connection is refused, not lost in silence', () => {
  const { table, cues } = sitDown();
  FakeSocket.latest().drop();
  table.say('hello');
  expect(cues).toEqual([{ what: 'connectionLost' }, { what: 'refused', code: 'unavailable', why: 'no connection' }]);
});

test('updates are applied in order, and missing ones are requested', () => {
  const { table, cues } = sitDown();
  const update = (v: number, uci: string): ServerMessage => ({
    t: 'update',
    game: GAME,
    v,
    now: 0,
    events: [{ event: 'move', uci, san: uci }],
    state,
  });
  deliver(update(5, 'e2e4'));
  deliver(update(5, 'e2e4'));
  expect(table.model().moves).toEqual(['e2e4']);
  expect(cues).toEqual([{ what: 'moved', uci: 'e2e4', san: 'e2e4' }]);
  deliver(update(7, 'g1f3'));
  expect(table.model().moves).toEqual(['e2e4']);
  expect(FakeSocket.latest().messages().at(-1)).toEqual({ t: 'watch', game: GAME });
});

test('a lost and a restored connection are reported', () => {
  const { table, cues } = sitDown();
  FakeSocket.latest().drop();
  expect(table.model().connected).toBe(false);
  vi.advanceTimersByTime(10_000);
  FakeSocket.latest().accept();
  expect(cues).toEqual([{ what: 'connectionLost' }, { what: 'connectionBack' }]);
});
