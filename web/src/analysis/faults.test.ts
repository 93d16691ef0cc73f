import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { loadCore, readGames } from '../core';
import { faultText } from './faults';

beforeAll(() => loadCore(readFileSync(new URL('../core/pkg/core_bg.wasm', import.meta.url))));

/** The text of the first fault of a PGN. */
const said = (pgn: string): string => {
  const fault = readGames(pgn).games.flatMap(({ faults }) => faults)[0];
  return fault ? faultText(fault) : '';
};

test('a fault is reported with its place and what was found', () => {
  for (const [pgn, text] of [
    ['1. e4 e5 2. Ke3 *', 'line 1, move 2.: “Ke3” is not legal here; legal would be Ke2'],
    ['[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/8/R3K2R w - - 0 1"]\n\n1. Rd1 Kf8 2. Rf1 *', ''],
    [
      '[FEN "4k3/8/8/8/8/N7/8/N3K3 w - - 0 1"]\n\n1. Nc2 *',
      'line 3, move 1.: “Nc2” can mean more than one move: N1c2 N3c2',
    ],
    ['[FEN "7k/P7/8/8/8/8/8/K7 w - - 0 1"]\n\n1. a8 *', 'line 3, move 1.: “a8” does not say what the pawn becomes'],
    ['1. e4 xyzzy *', 'line 1, move 1...: “xyzzy” is not a move'],
    ['1. e4 !!!! *', '“!!!!” is not an annotation'],
    ['(1. e4) *', 'line 1, move 1.: a variation before the first move'],
    ['1. e4 ) *', 'without a matching'],
    ['1. e4 (1. d4', 'unclosed variations: 1'],
    ['1. e4 {comment', 'unclosed comment'],
    ['[White]\n\n1. e4 *', 'line 1: this is not a tag'],
    ['[White "A"]\n[White "B"]\n\n1. e4 *', 'line 2: the tag White appears twice'],
    ['[Result "win"]\n\n1. e4 *', 'line 1: “win” is not a result'],
    ['[FEN "hello"]\n\n1. e4 *', 'line 1: the FEN tag is not a playable position: expected eight ranks'],
    ['[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n1. e4 *', 'White has no king. Black has no king.'],
    ['[Variant "Atomic"]\n\n1. e4 *', 'unknown variant “Atomic”'],
    ['[Result "1-0"]\n\n1. e4 0-1', 'the tag says 1-0, the moves end with 0-1'],
  ] as const) {
    const found = said(pgn);
    expect(found, pgn).toContain(text);
    expect(found, pgn).not.toMatch(/\{\w+\}/);
  }
});
