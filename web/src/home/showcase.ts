/** The board of the start page, on which a famous game is played; another one each day. */
import { inspect, replay } from '../core';
import type { Step } from '../wire';
import type { Choices } from './choices';

export interface FamousGame {
  white: string;
  black: string;
  year: number;
  moves: string;
}

export const famousGames: readonly FamousGame[] = [
  {
    white: 'Morphy',
    black: 'Duke Karl & Count Isouard',
    year: 1858,
    moves:
      'e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#',
  },
  {
    white: 'Anderssen',
    black: 'Kieseritzky',
    year: 1851,
    moves:
      'e4 e5 f4 exf4 Bc4 Qh4+ Kf1 b5 Bxb5 Nf6 Nf3 Qh6 d3 Nh5 Nh4 Qg5 Nf5 c6 g4 Nf6 Rg1 cxb5 h4 Qg6 h5 Qg5 Qf3 Ng8 Bxf4 Qf6 Nc3 Bc5 Nd5 Qxb2 Bd6 Bxg1 e5 Qxa1+ Ke2 Na6 Nxg7+ Kd8 Qf6+ Nxf6 Be7#',
  },
  {
    white: 'Anderssen',
    black: 'Dufresne',
    year: 1852,
    moves:
      'e4 e5 Nf3 Nc6 Bc4 Bc5 b4 Bxb4 c3 Ba5 d4 exd4 O-O d3 Qb3 Qf6 e5 Qg6 Re1 Nge7 Ba3 b5 Qxb5 Rb8 Qa4 Bb6 Nbd2 Bb7 Ne4 Qf5 Bxd3 Qh5 Nf6+ gxf6 exf6 Rg8 Rad1 Qxf3 Rxe7+ Nxe7 Qxd7+ Kxd7 Bf5+ Ke8 Bd7+ Kf8 Bxe7#',
  },
  {
    white: 'Réti',
    black: 'Tartakower',
    year: 1910,
    moves: 'e4 c6 d4 d5 Nc3 dxe4 Nxe4 Nf6 Qd3 e5 dxe5 Qa5+ Bd2 Qxe5 O-O-O Nxe4 Qd8+ Kxd8 Bg5+ Kc7 Bd8#',
  },
];

const DAY = 86_400_000;
const MOVE_INTERVAL = 1_500;
/** The final position is shown longer. */
const END_DURATION = 7_000;
/** Whether the user prefers reduced motion; then only the final position is shown. */
const still = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

export class Showcase {
  readonly game: FamousGame;
  private readonly steps: Step[];
  private ply: number;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly redraw: () => void) {
    this.game = famousGames[Math.floor(Date.now() / DAY) % famousGames.length] ?? (famousGames[0] as FamousGame);
    this.steps = replay({ moves: this.game.moves.split(' ') }).steps;
    this.ply = still() ? this.steps.length - 1 : 0;
    this.wait();
  }

  close(): void {
    clearTimeout(this.timer);
  }

  /** The position to show: the one entered in the form, or else that of the famous game. */
  shown({ fen, variant }: Choices): { fen: string; lastMove: [string, string] | null; check: boolean; own: boolean } {
    const asked = fen.trim() === '' ? null : inspect(fen.trim(), variant);
    if (asked?.is === 'playable') return { fen: asked.fen, lastMove: null, check: asked.check, own: true };
    const step = this.steps[this.ply];
    return {
      fen: step?.fen ?? '',
      lastMove: step?.played ? [step.played.from, step.played.to] : null,
      check: step?.check ?? false,
      own: false,
    };
  }

  /** The address of the game in the analysis. */
  address(): string {
    const { white, black, moves } = this.game;
    return `/analysis#${new URLSearchParams({ moves, white, black, result: '1-0' })}`;
  }

  private wait(): void {
    if (still()) return;
    const ended = this.ply === this.steps.length - 1;
    this.timer = setTimeout(
      () => {
        // Nothing moves while the page is hidden.
        if (document.visibilityState === 'visible') {
          this.ply = ended ? 0 : this.ply + 1;
          this.redraw();
        }
        this.wait();
      },
      ended ? END_DURATION : MOVE_INTERVAL,
    );
  }
}
