import { expect, test } from 'vitest';
import type { GameModel } from '../game/model';
import type { GameSnapshot, Player, ServerMessage, State } from '../wire';
import { fromSnapshot, update } from './update';

const state = { turn: 'white', clock: { white: 1000, black: 1000 }, result: null } as State;

const player = (name: string, level: number | null = null): Player => ({
  id: null,
  name,
  title: null,
  rating: null,
  provisional: false,
  guest: false,
  level,
});

const snapshot: { t: 'game' } & GameSnapshot = {
  t: 'game',
  game: 'Ab3dE6gH',
  v: 4,
  now: 0,
  you: 'black',
  settings: {
    time: '180+2',
    time_white: null,
    time_black: null,
    variant: 'standard',
    conduct: 'online',
    draw_offers_from_move: null,
    fifty_move_rule: true,
    rated: false,
    chat: true,
    rematch_of: null,
  },
  white: player('Ada'),
  black: player('Computer level 3', 3),
  began: 0,
  start_fen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
  moves: [{ uci: 'e2e4', san: 'e4', at: 0, clock: { white: 1000, black: 1000 } }],
  state,
  chat: [],
  presence: { game: 'Ab3dE6gH', white: true, black: true, watchers: 0 },
  rematch: 'offered_by_white',
};

test('a snapshot becomes a model', () => {
  const model = fromSnapshot(snapshot, 77);
  expect(model.moves).toEqual(['e2e4']);
  expect(model.players.black.level).toBe(3);
  expect(model.players.white).not.toHaveProperty('level');
  expect(model.rematch).toEqual({ by: 'white' });
  expect(model.clockedAt).toBe(77);
});

test('updates change the moves and the state', () => {
  const says = (model: GameModel, events: object[]): GameModel =>
    update(model, { t: 'update', game: 'Ab3dE6gH', v: 5, now: 1, events, state } as ServerMessage, 99);
  const start = fromSnapshot(snapshot, 0);
  const moved = says(start, [{ event: 'move', uci: 'e7e5', san: 'e5' }]);
  expect(moved.moves).toEqual(['e2e4', 'e7e5']);
  expect(moved.clockedAt).toBe(99);
  expect(start.moves).toEqual(['e2e4']);
  expect(says(moved, [{ event: 'takeback', moves: 2 }]).moves).toEqual([]);
  expect(says(moved, [{ event: 'restart' }]).moves).toEqual([]);
});

test('who has left, and who is back', () => {
  const start = fromSnapshot(snapshot, 0);
  const gone = update(start, { t: 'gone', game: 'Ab3dE6gH', color: 'white', claim_in_ms: 30_000 }, 1000);
  expect(gone.gone).toEqual({ color: 'white', claimAt: 31_000 });
  expect(update(gone, { t: 'gone', game: 'Ab3dE6gH', color: 'white', claim_in_ms: null }, 2000).gone).toBeNull();
});

test('a rematch is offered, and then begins', () => {
  const start = fromSnapshot({ ...snapshot, rematch: null }, 0);
  expect(update(start, { t: 'rematch', game: 'Ab3dE6gH', by: 'black' }, 0).rematch).toEqual({ by: 'black' });
  expect(update(start, { t: 'rematch', game: 'Ab3dE6gH', next: 'Zz' }, 0).rematch).toEqual({ next: 'Zz' });
});

test('only accounts of this server have a page', () => {
  const profiles = ({ white, black }: Pick<GameSnapshot, 'white' | 'black'>) => {
    const { players } = fromSnapshot({ ...snapshot, white, black }, 0);
    return [players.white.profile, players.black.profile];
  };
  expect(profiles({ white: { ...player('Ann'), id: 'ann' }, black: { ...player('Guest 7f3a'), guest: true } })).toEqual(
    ['/@/Ann', undefined],
  );
  // A game from elsewhere may be of somebody with the same name.
  expect(profiles({ white: player('Ann'), black: player('Computer', 3) })).toEqual([undefined, undefined]);
});
