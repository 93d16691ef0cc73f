/** The piece sets, each with the key of its name. This is the only list; a test compares it with files and styles. */
import type { Key } from '../i18n';

/** Comes with chessground; the others are files in `public/pieces` and rules in `styles/looks.css`. */
export const CLASSIC_SET = 'cburnett';

export const pieceSets: readonly (readonly [name: string, key: Key])[] = [
  [CLASSIC_SET, 'setCburnett'],
  ['flat', 'setFlat'],
  ['wood', 'setWood'],
  ['ink', 'setInk'],
  ['contrast', 'setContrast'],
  ['letters', 'setLetters'],
  ['signs', 'setSigns'],
];
