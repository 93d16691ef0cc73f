import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { chess960, inspect, loadCore } from '../core';
import { fenToSetup, setupToFen } from './setup';

beforeAll(() => loadCore(readFileSync(new URL('../core/pkg/core_bg.wasm', import.meta.url))));

test('all 960 starting positions pass through the editor unchanged', () => {
  for (let number = 0; number < 960; number++) {
    const fen = chess960(number);
    expect(inspect(setupToFen(fenToSetup(fen, 'chess960')), 'chess960')).toMatchObject({ is: 'playable', fen });
  }
});
