import { describe, expect, test } from 'vitest';
import type { Tree } from '../wire';
import * as game from './tree';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

/** 1. a (1. b) 1... c (1... d 2. e) 2. f, with letters for moves: the tree does not know chess. */
function sample(): game.GameTree {
  const node = (uci: string, parent: number | null): Tree['nodes'][number] => ({
    parent,
    uci,
    san: uci,
    fen: `after ${uci}`,
    check: false,
    nags: [],
    comments: [],
    comments_before: [],
  });
  return game.fromWire({
    tags: [['White', 'Ann']],
    fen: START,
    check: false,
    variant: 'standard',
    result: '*',
    comments: [],
    faults: [],
    nodes: [node('a', null), node('c', 0), node('f', 1), node('d', 0), node('e', 3), node('b', null)],
  });
}

const text = (tree: game.GameTree): string =>
  game
    .toWire(tree)
    .nodes.map(({ uci, parent }) => `${uci}${parent === null ? '' : parent}`)
    .join(' ');

describe('a game tree', () => {
  test('goes to the core as it came', () => {
    expect(text(sample())).toBe('a c0 f1 d0 e3 b');
  });

  test('knows its lines', () => {
    const tree = sample();
    expect(game.lineFrom(tree, game.ROOT)).toEqual([1, 2, 3]);
    expect(game.pathTo(tree, 5)).toEqual([1, 4, 5]);
    expect(game.endOf(tree, 4)).toBe(5);
  });

  test('follows a move that exists, and adds one that does not', () => {
    const move = { uci: 'd', san: 'd', fen: '', check: false };
    expect(game.play(sample(), 1, move).at).toBe(4);
    const { tree, at } = game.play(sample(), 3, { ...move, uci: 'g' });
    expect(at).toBe(7);
    expect(text(tree)).toBe('a c0 f1 g2 d0 e4 b');
  });

  test('promotes a variation, and makes it the main line', () => {
    expect(text(game.promote(sample(), 5))).toBe('a d0 e1 c0 f3 b');
    expect(text(game.makeMain(sample(), 6))).toBe('b a c1 f2 d1 e4');
    expect(game.promote(sample(), 3)).toEqual(sample());
  });

  test('loses a move with all that follows it', () => {
    const { tree, at } = game.remove(sample(), 4);
    expect([text(tree), at]).toEqual(['a c0 f1 b', 1]);
    expect([...tree.nodes.keys()]).toEqual([0, 1, 2, 3, 6]);
  });

  test('keeps commands when a comment is rewritten', () => {
    const once = game.comment(sample(), 1, 'well');
    const clocked = {
      ...once,
      nodes: new Map(once.nodes).set(1, { ...game.nodeOf(once, 1), comments: ['[%clk 0:01:00] well'] }),
    };
    expect(game.commentText(game.nodeOf(clocked, 1).comments)).toBe('well');
    expect(game.nodeOf(game.comment(clocked, 1, 'better'), 1).comments).toEqual(['[%clk 0:01:00] better']);
    expect(game.nodeOf(game.comment(clocked, 1, ''), 1).comments).toEqual(['[%clk 0:01:00]']);
  });

  test('has one annotation of each kind', () => {
    const nags = (...wanted: number[]) =>
      game.nodeOf(
        wanted.reduce((tree, nag) => game.toggleNag(tree, 1, nag), sample()),
        1,
      ).nags;
    expect(nags(1, 14)).toEqual([1, 14]);
    expect(nags(1, 14, 4)).toEqual([4, 14]);
    expect(nags(1, 14, 1)).toEqual([14]);
  });
});
