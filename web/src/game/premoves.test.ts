import { expect, test } from 'vitest';
import { START } from '../core/start';
import { afterPremoves, isPromotion } from './premoves';

const placement = (fen: string): string => fen.split(' ')[0] ?? '';

test('several premoves are shown one after the other', () => {
  const fen = afterPremoves(START, [
    { from: 'e2', to: 'e4' },
    { from: 'e4', to: 'e5' },
    { from: 'g1', to: 'f3' },
  ]);
  expect(placement(fen)).toBe('rnbqkbnr/pppppppp/8/4P3/8/5N2/PPPP1PPP/RNBQKB1R');
  expect(fen.split(' ').slice(1)).toEqual(START.split(' ').slice(1));
});

test('castling takes the rook along, by two squares and onto the rook', () => {
  const fen = 'r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1';
  expect(placement(afterPremoves(fen, [{ from: 'e1', to: 'g1' }]))).toBe('r3k2r/8/8/8/8/8/8/R4RK1');
  expect(placement(afterPremoves(fen, [{ from: 'e1', to: 'a1' }]))).toBe('r3k2r/8/8/8/8/8/8/2KR3R');
});

test('a pawn becomes what was chosen', () => {
  const fen = '7k/P7/8/8/8/8/8/7K b - - 0 1';
  expect(isPromotion(fen, { from: 'a7', to: 'a8' })).toBe(true);
  expect(isPromotion(fen, { from: 'h1', to: 'h2' })).toBe(false);
  expect(placement(afterPremoves(fen, [{ from: 'a7', to: 'a8', promotion: 'n' }]))).toBe('N6k/8/8/8/8/8/8/7K');
});

test('a piece that is not there moves nothing', () => {
  expect(afterPremoves(START, [{ from: 'e5', to: 'e6' }])).toBe(START);
});
