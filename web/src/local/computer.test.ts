import { readFileSync } from 'node:fs';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { loadCore } from '../core';
import type { Cue } from '../game/cues';
import type { EngineQuestion, Side } from '../wire';
import { newGame } from './begin';
import { ComputerTable } from './computer';

/** The questions that the table has asked, each with callbacks to answer it. */
const asked: {
  question: EngineQuestion;
  answer: (best: string, value?: number) => void;
  fail: (why: Error) => void;
}[] = [];
let stopped = 0;

vi.mock('../engine/client', () => {
  class Stopped extends Error {}
  class Engine {
    choose(_level: number, _seed: number, question: EngineQuestion): Promise<{ best: string; value: number }> {
      return new Promise((resolve, reject) => {
        asked.push({ question, answer: (best, value = 0) => resolve({ best, value }), fail: reject });
      });
    }
    stop(): void {
      stopped += 1;
    }
    close(): void {
      stopped += 1;
    }
  }
  return { Engine, Stopped };
});

beforeAll(() => loadCore(readFileSync(new URL('../core/pkg/core_bg.wasm', import.meta.url))));

beforeEach(() => {
  const kept = new Map<string, string>();
  asked.length = 0;
  stopped = 0;
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

function open(you: Side) {
  const table = new ComputerTable(newGame({ kind: 'computer', you, start: {}, level: 3 }));
  const cues: (Cue | null)[] = [];
  table.listen(cue => cues.push(cue));
  return { table, cues };
}

/** Waits for longer than the computer's minimum thinking time. */
const think = () => vi.advanceTimersByTimeAsync(400);

test('the computer answers a move, and makes the first move as White', async () => {
  const { table } = open('white');
  expect(asked).toHaveLength(0);
  table.act('white', { do: 'move', move: 'e2e4' });
  expect(asked).toHaveLength(1);
  asked[0]?.answer('e7e5');
  await think();
  expect(table.model().moves).toEqual(['e2e4', 'e7e5']);

  const other = open('black');
  expect(asked).toHaveLength(2);
  asked[1]?.answer('d2d4');
  await think();
  expect(other.table.model().moves).toEqual(['d2d4']);
});

test('a move that was taken back is not answered', async () => {
  const { table, cues } = open('white');
  table.act('white', { do: 'move', move: 'e2e4' });
  table.act('white', { do: 'takeback' });
  expect(table.model().moves).toEqual([]);
  asked[0]?.answer('e7e5');
  await think();
  expect(table.model().moves).toEqual([]);
  expect(cues.filter(cue => cue?.what === 'refused')).toEqual([]);
});

test('a closed table makes no more moves', async () => {
  const { table } = open('white');
  table.act('white', { do: 'move', move: 'e2e4' });
  table.close();
  expect(stopped).toBeGreaterThan(0);
  asked[0]?.answer('e7e5');
  await think();
  expect(table.model().moves).toEqual(['e2e4']);
});

test('a failure of the engine is reported, a stopped search is not', async () => {
  const { Stopped } = await import('../engine/client');
  const { table, cues } = open('white');
  table.act('white', { do: 'move', move: 'e2e4' });
  asked[0]?.fail(new Stopped());
  await think();
  expect(cues.filter(cue => cue?.what === 'refused')).toEqual([]);
  table.act('white', { do: 'takeback' });
  table.act('white', { do: 'move', move: 'd2d4' });
  asked.at(-1)?.fail(new Error('out of memory'));
  await think();
  expect(cues).toContainEqual({ what: 'refused', code: 'engine', why: 'Error: out of memory' });
});
