import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { loadCore, replay } from '../core';
import { famousGames } from './showcase';

beforeAll(async () => {
  await loadCore(readFileSync(new URL('../core/pkg/core_bg.wasm', import.meta.url)));
});

test.each(famousGames)('$white – $black ends by mate', ({ moves }) => {
  const list = moves.split(' ');
  const { steps, error } = replay({ moves: list });
  expect(error).toBeNull();
  expect(steps.length).toBe(list.length + 1);
  expect(list.at(-1)).toMatch(/#$/);
  expect(steps.at(-1)?.check).toBe(true);
});
