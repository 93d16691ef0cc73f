import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { loadCore } from '../core';
import { OwnGames } from './own-games';

beforeAll(() => loadCore(readFileSync(new URL('../core/pkg/core_bg.wasm', import.meta.url))));

test('moves of the user’s games are counted by position, with their scores', () => {
  const games = new OwnGames();
  games.add(null, ['e2e4', 'e7e5', 'g1f3'], '1-0');
  games.add(null, ['e2e4', 'c7c5'], '0-1');
  games.add(null, ['d2d4', 'd7d5'], '1/2-1/2');
  // The same position by a transposition.
  games.add(null, ['g1f3', 'e7e5', 'e2e4', 'b8c6'], '0-1');
  games.add(null, ['e2e4', 'e7e5'], 'none' as never);
  const start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
  expect(games.at(start)).toEqual([
    { uci: 'e2e4', san: 'e4', games: 2, points: 1 },
    { uci: 'd2d4', san: 'd4', games: 1, points: 0.5 },
    { uci: 'g1f3', san: 'Nf3', games: 1, points: 0 },
  ]);
  const italian = 'rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 99';
  expect(games.at(italian)).toEqual([{ uci: 'b8c6', san: 'Nc6', games: 1, points: 1 }]);
  expect(games.at('8/8/8/8/8/8/8/K1k5 w - - 0 1')).toEqual([]);
});
