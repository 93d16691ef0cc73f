import { readFileSync } from 'node:fs';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { loadCore } from '../core';
import type { Cue } from '../game/cues';
import type { ArbiterLine, Start } from '../wire';
import { newGame } from './begin';
import { loadGame, type SavedGame, saveGame } from './save';
import { LocalTable } from './table';

beforeAll(() => loadCore(readFileSync(new URL('../core/pkg/core_bg.wasm', import.meta.url))));

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.useFakeTimers();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
    key: (index: number) => [...kept.keys()][index] ?? null,
    get length() {
      return kept.size;
    },
  });
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function open(start: Start, saved: SavedGame = newGame({ kind: 'here', you: 'both', start })) {
  const table = new LocalTable(saved);
  const cues: (Cue | null)[] = [];
  table.listen(cue => cues.push(cue));
  return { table, cues, saved };
}

test('moves are judged, reported and saved', () => {
  const { table, cues, saved } = open({ time: '180+2' });
  table.act('white', { do: 'move', move: 'e2e4' });
  table.act('black', { do: 'move', move: 'e7e4' });
  expect(cues[0]).toEqual({ what: 'moved', uci: 'e2e4', san: 'e4' });
  expect(cues[1]).toMatchObject({ what: 'refused', code: 'illegal' });
  expect(table.model().moves).toEqual(['e2e4']);
  expect(saved.lines).toHaveLength(2);
  expect(loadGame(saved.id)?.lines).toEqual(saved.lines);
});

test('a flag falls by itself', () => {
  const { table, cues } = open({ time: '1', clock_starts: 'at_once' });
  vi.advanceTimersByTime(900);
  expect(table.model().state.result).toBeNull();
  vi.advanceTimersByTime(200);
  expect(table.model().state).toMatchObject({ result: '0-1', reason: 'time' });
  expect(cues).toContainEqual({ what: 'ended' });
});

test('a game pauses while it is closed, and continues where it was', () => {
  const first = open({ time: '60', clock_starts: 'at_once' });
  first.table.act('white', { do: 'move', move: 'd4' });
  vi.advanceTimersByTime(5_000);
  first.table.close();
  vi.advanceTimersByTime(3_600_000);
  const kept = loadGame(first.saved.id);
  if (!kept) throw new Error('the game was saved');
  const { table } = open({}, kept);
  expect(table.model().moves).toEqual(['d2d4']);
  expect(table.model().state.clock).toEqual({ white: 60_000, black: 55_000 });
});

test('an arbiter at the board stops and sets the clocks', () => {
  const { table, cues } = open({ time: '300', conduct: 'tournament', clock_starts: 'at_once' });
  expect(table.model().arbiter).toBe(true);
  table.act('white', { do: 'pause' });
  table.act('white', { do: 'set_clocks', white: 61_000, black: 62_000 });
  expect(table.model().state).toMatchObject({ paused: true, clock: { white: 61_000, black: 62_000 } });
  expect(cues).toContainEqual({ what: 'clocksSet', clock: { white: 61_000, black: 62_000 } });
});

test('actions that need a server are refused, not ignored', () => {
  const { table, cues } = open({ time: '300' });
  table.act('white', { do: 'add_time', seconds: 15 });
  expect(cues).toEqual([expect.objectContaining({ what: 'refused', code: 'not_understood' })]);
});

test('games saved by an earlier version of the page are read', () => {
  const saved = newGame({ kind: 'here', you: 'both', start: {} });
  saveGame({
    ...saved,
    lines: [
      { do: 'start', time: '180', chat: true, rated: false } as ArbiterLine,
      { do: 'pause', at: 2, by: 'white' },
      { do: 'resume', at: 4 },
      { do: 'move', move: 'e4', at: 5, by: 'white' },
    ],
  });
  const kept = loadGame(saved.id);
  if (!kept) throw new Error('the game was saved');
  expect(open({}, kept).table.model().moves).toEqual(['e2e4']);
});
