/**
 * The computer's faces: nine of them, from a first opponent to full strength. They are decoration; the text names the
 * level.
 */
import { h, type VNode } from '../ui/dom';

/** The SVG paths of a face. The hat shows the piece that the computer has become. */
interface Face {
  hat: string;
  eyes: string;
  mouth: string;
}

const ROUND_EYES = 'M19 26v1M29 26v1';
const BROWS_UP = 'M16.500 21q2.500-2 5 0M26.500 21q2.500-2 5 0';
const BROWS_LEVEL = 'M16.500 22h5M26.500 22h5';
const BROWS_DOWN = 'M16.500 21l5 2M31.500 21l-5 2';
const GLASSES = 'M14.500 26.500a4 4 0 1 0 8 0 4 4 0 1 0-8 0M25.500 26.500a4 4 0 1 0 8 0 4 4 0 1 0-8 0M22.500 26h3';

const GRIN = 'M18 31.500h12q-1 5.500-6 5.500t-6-5.500z';
const SMILE = 'M18 32q6 5.500 12 0';
const SLIGHT_SMILE = 'M19.500 33q4.500 2.500 9 0';
const LEVEL_MOUTH = 'M20 34h8';
const SMIRK = 'M19.500 34q6 .5 9-2.500';

const faces: readonly Face[] = [
  // A seedling.
  {
    hat: 'M24 15V8M24 8q0-5 7-6 0 6-7 6zM24 11q0-4-6-5 0 5 6 5z',
    eyes: ROUND_EYES + BROWS_UP,
    mouth: GRIN,
  },
  // A pawn.
  { hat: '', eyes: ROUND_EYES + BROWS_UP, mouth: SMILE },
  // With a cap, for lessons.
  { hat: 'M11.500 20q1-11 12.500-11t12.500 11H42q1 3-3 3-8-4-15-4-8 0-12.500 1z', eyes: ROUND_EYES, mouth: SMILE },
  // With glasses, for books.
  { hat: '', eyes: ROUND_EYES + GLASSES, mouth: SLIGHT_SMILE },
  // A knight.
  {
    hat: 'M13 20 12 6l7.500 7.500zM35 20l1-14-7.500 7.500zM21 14q2-6 8-8-3 6-1.500 13-6-1-6.500-5z',
    eyes: ROUND_EYES,
    mouth: SLIGHT_SMILE,
  },
  // A bishop.
  {
    hat: 'M13 20q-1-9 11-18 12 9 11 18-11-4-22 0zM24 7v8M20.500 10.500h7',
    eyes: ROUND_EYES + BROWS_LEVEL,
    mouth: SLIGHT_SMILE,
  },
  // A rook.
  {
    hat: 'M12 20V5h5.500v4h4V5h5v4h4V5H36v15q-12-4-24 0z',
    eyes: ROUND_EYES + BROWS_LEVEL,
    mouth: LEVEL_MOUTH,
  },
  // A queen.
  {
    hat: 'M13 20 9.500 6l7.500 6 2.500-9L24 11l4.500-8 2.500 9 7.500-6L35 20q-11-4-22 0z',
    eyes: ROUND_EYES + BROWS_DOWN,
    mouth: LEVEL_MOUTH,
  },
  // A king.
  {
    hat: 'M13 20Q7 11 14 9q6-1 10 5 4-6 10-5 7 2 1 11-11-4-22 0zM24 14V3M21 6h6',
    eyes: ROUND_EYES + BROWS_DOWN,
    mouth: SMIRK,
  },
];

/** The face for a rank (see `rankOf` in `strength.ts`). */
export function face(rank: number): VNode {
  const { hat, eyes, mouth } = faces[rank] ?? (faces[0] as Face);
  const path = (name: string, d: string): VNode => h(`path.face-${name}`, { attrs: { d } });
  return h('svg.face', { attrs: { viewBox: '6 0 38 48', 'aria-hidden': 'true', focusable: 'false' } }, [
    path('head', 'M11 47q0-7 6-8.500a13.500 13.500 0 1 1 14 0q6 1.500 6 8.500z'),
    path('hat', hat),
    path('eyes', eyes),
    path('mouth', mouth),
  ]);
}
