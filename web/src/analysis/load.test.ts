import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { loadCore } from '../core';
import { START } from '../core/start';
import { readAddress } from './address';
import { fromAddress, fromText, looksLikeFen } from './load';
import { type GameTree, lineFrom, nodeOf, ROOT, tagOf, toWire } from './tree';

beforeAll(() => loadCore(readFileSync(new URL('../core/pkg/core_bg.wasm', import.meta.url))));

const moves = (tree: GameTree | undefined): string[] =>
  tree ? lineFrom(tree, ROOT).map(id => nodeOf(tree, id).san) : [];

test('a FEN is distinguished from a game', () => {
  expect([START, ` ${START}\n`, '4k3/8/8/8/8/8/8/4K3', '1. e4 e5', '[Event "x"]', ''].map(looksLikeFen)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});

test('positions, games and nonsense', () => {
  expect(fromText(START).games).toHaveLength(1);
  expect(moves(fromText('1. e4 e5 2. Nf3 *').games[0])).toEqual(['e4', 'e5', 'Nf3']);
  expect(fromText('[White "A"]\n\n1. e4 *\n\n[White "B"]\n\n1. d4 *').games.map(game => tagOf(game, 'White'))).toEqual([
    'A',
    'B',
  ]);
  expect(fromText('')).toEqual({ games: [], problem: null });
  expect(fromText('8/8/8/8/8/8/8/8 w - - 0 1')).toEqual({
    games: [],
    problem: 'White has no king. Black has no king.',
  });
});

test('faults are reported, and valid moves are kept', () => {
  const { games, problem } = fromText('1. e4 e5 2. Ke3 Nc6 *');
  expect(moves(games[0])).toEqual(['e4', 'e5']);
  expect(problem).toContain('Ke3');
});

test('a FEN that is valid only in Chess960 is read as Chess960', () => {
  const { games } = fromText('bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9');
  expect(games[0]?.variant).toBe('chess960');
});

test('a game sends its moves, and comes back as text', () => {
  const { games, problem } = fromAddress(readAddress('#moves=e2e4+e7e5+g1f3&white=Ann&black=Bob&result=1-0'));
  const tree = games[0] as GameTree;
  expect([problem, moves(tree), tree.result, tagOf(tree, 'Black')]).toEqual([null, ['e4', 'e5', 'Nf3'], '1-0', 'Bob']);
  expect(toWire(tree).nodes.map(({ uci }) => uci)).toEqual(['e2e4', 'e7e5', 'g1f3']);
  expect(fromAddress(readAddress('#moves=e2e4+e2e4')).problem).not.toBeNull();
  expect(fromAddress(readAddress('#fen=hello')).games).toEqual([]);
});
