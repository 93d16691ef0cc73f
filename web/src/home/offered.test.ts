import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadCore } from '../core';
import { defaults } from './choices';
import { corrections } from './offered';

beforeAll(() => loadCore(readFileSync(new URL('../core/pkg/core_bg.wasm', import.meta.url))));

describe('what a server offers', () => {
  const offered = { times: ['5+3', '10+0'], levels: [1, 2] };

  test('a choice that is not offered is replaced', () => {
    expect(corrections({ ...defaults, time: '3+2', level: 8 }, offered)).toEqual({
      time: '5+3',
      otherTime: false,
      level: 1,
      rating: null,
    });
    const slider = { ...defaults, time: '10+0', level: 2, rating: 1200 };
    expect(corrections(slider, offered)).toEqual({ level: 1, rating: null });
  });

  test('an offered choice stays, however it was written', () => {
    expect(corrections({ ...defaults, time: '10+0', level: 2 }, offered)).toEqual({});
    expect(corrections({ ...defaults, time: '10', otherTime: true, level: 2 }, offered)).toEqual({
      time: '10+0',
      otherTime: false,
    });
    expect(corrections({ ...defaults, time: '3+2', level: 8 }, { times: [], levels: [] })).toEqual({});
  });

  test('a game on one screen is not restricted', () => {
    expect(corrections({ ...defaults, mode: 'here', time: '3+2', level: 8 }, offered)).toEqual({});
  });
});
