/** One example for each law: how the arbiter's game starts, and the steps to take. A test plays them all. */
import type { ArbiterLine, Reason, Start } from '../wire';

export type ExampleStep =
  /** A move in any notation. */
  | string
  /** A move that is illegal. */
  | { try: string }
  /** Any other line for the arbiter. */
  | ArbiterLine;

export interface Example {
  start?: Start;
  steps: ExampleStep[];
  /** The board is shown from Black's side. */
  black?: true;
  /** The square of a piece whose moves are marked before the first step. */
  look?: string;
  /** How the game ends. */
  ends?: Reason;
}

const ROOKS = 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1';
const BACK_RANK = '6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1';
const LONE_BLACK_KING = '8/8/4k3/8/8/8/4P3/4K3 w - - 0 1';
const ROOK_AND_KING = '7k/8/8/8/8/8/R7/K7 w - -';
const KNIGHTS = ['Nf3', 'Nf6', 'Ng1', 'Ng8'];
const tournament: Start = { conduct: 'tournament', time: '300' };

export const examples: Record<string, Example> = {
  B01: { steps: ['e4', 'e5', 'Nf3', 'Nc6'] },
  B02: { start: { fen: '4k3/8/8/8/8/8/8/R3K3 w - - 0 1' }, steps: ['Ra8', 'Ke7', 'Rh8'] },
  B03: { start: { fen: '4k3/8/8/8/8/8/8/B3K2B w - - 0 1' }, steps: ['Bh8', 'Kd7', 'Ba8'] },
  B04: { steps: ['Nc3', 'Nc6'] },
  B05: { steps: ['d4', 'd5', 'Qd3', 'Qd6'] },
  B06: { steps: ['e4'], black: true },

  M01: { steps: ['e4', { try: 'd2d4' }, 'e5'] },
  M02: { start: { fen: '4k3/8/3p4/8/3R4/8/3P4/4K3 w - - 0 1' }, look: 'd4', steps: [{ try: 'd4d2' }, 'Rxd6'] },
  M03: { steps: [{ try: 'e7e5' }, 'e4', 'e5'] },
  M04: { steps: [{ try: 'a1a3' }, { try: 'c1e3' }, 'Nf3'] },
  M05: { start: { fen: '4k3/8/8/8/8/3r4/8/4K3 w - - 0 1' }, look: 'e1', steps: [{ try: 'e1d1' }, 'Kf2'] },
  M06: { start: { fen: '4k3/8/2p5/8/2R4P/8/8/4K3 w - - 0 1' }, look: 'c4', steps: [{ try: 'c4d5' }, 'Rxc6'] },
  M07: { start: { fen: '4k3/8/8/2p5/8/4B3/7P/4K3 w - - 0 1' }, look: 'e3', steps: [{ try: 'e3e5' }, 'Bxc5'] },
  M08: { start: { fen: '4k3/8/8/8/3Q4/8/8/4K3 w - - 0 1' }, look: 'd4', steps: ['Qa7', 'Kd8', 'Qg7'] },
  M09: { start: { fen: '4k3/8/8/2ppp3/2pNp3/2ppp3/8/4K3 w - - 0 1' }, look: 'd4', steps: ['Nc6'] },
  M10: {
    start: { fen: '4k3/8/8/8/4p3/4P3/3P4/4K3 w - - 0 1' },
    look: 'd2',
    steps: [{ try: 'e3e4' }, { try: 'e3e2' }, 'd3'],
  },
  M11: { start: { fen: '4k3/8/8/8/4n3/8/2P1P3/4K3 w - - 0 1' }, look: 'c2', steps: [{ try: 'e2e4' }, 'c4'] },
  M12: { start: { fen: '4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1' }, look: 'e4', steps: [{ try: 'e4f5' }, 'exd5'] },
  M13: { start: { fen: '4k3/8/8/4r3/2K5/8/8/4R3 w - - 0 1' }, look: 'c4', steps: [{ try: 'c4d5' }, 'Kb4'] },
  M14: {
    start: { fen: '4r1k1/8/8/8/8/8/4B3/4K3 w - - 0 1' },
    look: 'e2',
    steps: [{ try: 'e2d3' }, 'Kd2', 'Kf7', 'Bd3'],
  },

  S01: { start: { fen: '4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1' }, steps: ['d5', 'exd6'] },
  S02: { start: { fen: '4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1' }, steps: ['d5', 'Kd2', 'Ke7', { try: 'e5d6' }] },
  S03: { start: { fen: '8/3p4/8/K3P2r/8/8/8/4k3 b - - 0 1' }, steps: ['d5', { try: 'e5d6' }, 'Kb6'] },
  S04: { start: { fen: 'r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1' }, look: 'e1', steps: ['O-O', 'O-O-O'] },
  S05: { start: { fen: ROOKS }, steps: ['Rb1', 'Rb8', 'Ra1', 'Ra8', { try: 'O-O-O' }, 'O-O'] },
  S06: {
    start: { fen: '4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1' },
    look: 'e1',
    steps: [{ try: 'O-O-O' }, 'Nc3', 'Kf7', 'O-O-O'],
  },
  S07: { start: { fen: '4k3/8/8/8/5r2/8/8/4K2R w K - 0 1' }, look: 'e1', steps: [{ try: 'O-O' }, 'Ke2'] },
  S08: { start: { fen: '1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1' }, look: 'e1', steps: ['O-O-O'] },
  S09: { start: { fen: '8/2k1P3/8/8/8/8/8/4K3 w - - 0 1' }, steps: ['e8=R', 'Kb7', { try: 'O-O' }] },
  S10: { start: { fen: '8/P6k/8/8/8/8/8/K7 w - - 0 1' }, look: 'a7', steps: [{ try: 'a7a8' }, 'a8=Q'] },
  S11: { start: { fen: '8/5P1k/8/6K1/8/8/P7/8 w - - 0 1' }, look: 'f7', steps: [{ try: 'f8=K' }, 'f8=N'] },

  C01: { start: { fen: '4k3/8/8/8/8/8/3P4/r3K3 w - - 0 1' }, look: 'e1', steps: [{ try: 'd2d4' }, 'Kf2'] },
  C02: { start: { fen: '4k3/8/8/4B3/8/8/3R4/r3K3 w - - 0 1' }, steps: [{ try: 'd2d4' }, 'Bxa1'] },
  C03: { steps: ['f3', 'e5', 'g4', 'Qh4'], ends: 'checkmate' },
  C04: { start: { fen: '7k/5K2/8/6Q1/8/8/8/8 w - - 0 1' }, steps: ['Qg6'], ends: 'stalemate' },
  C05: { steps: ['e4', 'f6', 'Qh5'] },

  E01: { start: { fen: BACK_RANK }, steps: ['Ra8'], ends: 'checkmate' },
  E02: { steps: ['e4', { do: 'resign', by: 'black' }], ends: 'resignation' },
  E03: { start: { fen: LONE_BLACK_KING }, steps: [{ do: 'resign', by: 'white' }], ends: 'draw by resignation' },
  E04: { start: { time: '60' }, steps: ['e4', { do: 'tick', at: 62_000 }], ends: 'time' },
  E05: { start: { fen: LONE_BLACK_KING, time: '60' }, steps: [{ do: 'tick', at: 61_000 }], ends: 'draw on time' },
  E06: { steps: ['e4', { do: 'forfeit', who: 'both' }], ends: 'forfeit' },
  E07: { start: { fen: '5k2/5P2/4K3/8/8/8/8/8 w - - 0 1' }, steps: ['Kf6'], ends: 'stalemate' },
  E08: { start: { fen: '4k3/8/8/p1p1p1p1/P1P1P3/6P1/8/4K3 w - - 0 1' }, steps: ['g4'], ends: 'dead position' },
  E09: {
    steps: [
      'e4',
      { do: 'offer', by: 'white' },
      { do: 'decline', by: 'black' },
      'e5',
      { do: 'offer', by: 'black' },
      { do: 'accept', by: 'white' },
    ],
    ends: 'agreement',
  },
  E10: { steps: [...KNIGHTS, ...KNIGHTS, { do: 'claim', by: 'white' }], ends: 'threefold repetition' },
  E11: {
    start: { fen: ROOKS },
    steps: ['Kd1', 'Kd8', 'Ke1', 'Ke8', 'Kd1', 'Kd8', 'Ke1', 'Ke8', { do: 'claim', by: 'white' }],
  },
  E12: { steps: [...KNIGHTS, ...KNIGHTS, ...KNIGHTS, ...KNIGHTS], ends: 'fivefold repetition' },
  E13: {
    start: { fen: `${ROOK_AND_KING} 99 80` },
    steps: ['Ra3', { do: 'claim', by: 'black' }],
    ends: 'fifty-move rule',
  },
  E14: { start: { fen: `${ROOK_AND_KING} 149 100` }, steps: ['Rb2'], ends: 'seventy-five-move rule' },
  E15: { start: { fen: LONE_BLACK_KING }, steps: [{ do: 'draw', by: 'white' }], ends: 'draw by resignation' },
  E16: { steps: ['e4', 'e5', { do: 'claim', by: 'white' }, { do: 'accept', by: 'black' }], ends: 'agreement' },
  E17: { start: { fen: BACK_RANK, time: '60' }, steps: [{ do: 'move', move: 'Ra8', at: 59_900 }], ends: 'checkmate' },
  E18: { steps: ['e4', { do: 'abort', by: 'black' }], ends: 'abort' },
  E19: { steps: ['e4', 'f6', { do: 'takeback', by: 'black' }, { do: 'takeback', by: 'white' }, 'e5'] },

  T01: {
    start: { time: '300' },
    steps: [
      { do: 'move', move: 'e4', at: 5000 },
      { do: 'move', move: 'e5', at: 25_000 },
      { do: 'move', move: 'Nf3', at: 31_000 },
    ],
  },
  T02: {
    start: { time: '180+2' },
    steps: [
      { do: 'move', move: 'd4', at: 1500 },
      { do: 'move', move: 'd5', at: 8000 },
    ],
  },
  T03: { start: { time: '900+10' }, steps: [{ do: 'move', move: 'c4', at: 6000 }] },
  T04: {
    start: { time: '2/60:30' },
    steps: [
      { do: 'move', move: 'e4', at: 10_000 },
      { do: 'move', move: 'e5', at: 12_000 },
      { do: 'move', move: 'Nf3', at: 20_000 },
    ],
  },
  T05: {
    start: { time: '10' },
    steps: [
      { do: 'move', move: 'e4', at: 1234 },
      { do: 'move', move: 'e5', at: 2468 },
    ],
  },
  T06: {
    start: { time: '60+5' },
    steps: [
      { do: 'move', move: 'e4', at: 3000 },
      { do: 'move', move: 'c5', at: 7000 },
    ],
  },

  P01: { steps: ['e4', 'e5', 'Bc4', 'Nc6', 'Qh5', 'Nf6', 'Qxf7'], ends: 'checkmate' },
  P02: { steps: ['e4', 'e5', 'Nf3', 'Nc6', 'Bb5'] },

  K01: { start: tournament, steps: [{ do: 'touch', by: 'white', square: 'e2' }, { try: 'Nf3' }, 'e4'] },
  K02: { start: tournament, steps: [{ do: 'adjust', by: 'white' }, { do: 'touch', by: 'white', square: 'd1' }, 'e4'] },
  K03: { start: tournament, steps: ['e4', { do: 'takeback', by: 'white' }] },
  K04: { start: tournament, steps: [{ try: 'e2e5' }, 'e4', 'e5', { try: 'e1e3' }], ends: 'illegal moves' },
  K05: { start: tournament, steps: ['e4', 'e5', { do: 'restart' }] },

  N01: { steps: ['Nf3', 'd5', 'g3', 'Bg4', 'Bg2', 'e6', '0-0'] },
  N02: { steps: ['Cf3', 'Cf6', 'c4', 'e6', 'Cc3', 'Bb4'] },
  N03: {
    start: { fen: 'r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4' },
    steps: ['O-O', 'Nxe4'],
  },
};

export const lawIds = Object.keys(examples);
/** The groups of laws: the first letters of their ids. */
export const groups = [...new Set(lawIds.map(id => id[0] ?? ''))];
