import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { Arbiter, loadCore } from '../core';
import { moveOf, START } from './moves';

beforeAll(() => loadCore(readFileSync(new URL('../core/pkg/core_bg.wasm', import.meta.url))));

test('nine hundred moves by each side do not end the game', () => {
  const arbiter = new Arbiter();
  arbiter.answer({ do: 'start', fen: START, time: '9999', fifty_move_rule: false });
  for (let press = 0; press < 1800; press++) {
    const answer = arbiter.answer({ do: 'move', move: moveOf(press), at: press });
    expect(answer.ok && answer.result === null, `press ${press}: ${JSON.stringify(answer)}`).toBe(true);
  }
});
