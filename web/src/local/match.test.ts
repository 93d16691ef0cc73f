import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { loadCore } from '../core';
import { scoreAfter } from './match';

beforeAll(() => loadCore(readFileSync(new URL('../core/pkg/core_bg.wasm', import.meta.url))));

test('points are added up, halves too', () => {
  let score = { white: 0, black: 0 };
  for (const result of ['1-0', '1/2-1/2', '0-1/2', '0-0', '*'] as const) score = scoreAfter(score, result);
  expect(score).toEqual({ white: 1.5, black: 1 });
});
