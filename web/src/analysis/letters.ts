/**
 * Moves with the piece letters that the reader has chosen (law N02). The core writes English letters, and only these
 * are replaced.
 */
import type { LettersName } from '../wire';

const LETTERS: Record<LettersName, Record<string, string>> = {
  english: { K: 'K', Q: 'Q', R: 'R', B: 'B', N: 'N' },
  portuguese: { K: 'R', Q: 'D', R: 'T', B: 'B', N: 'C' },
  figurine: { K: '♔', Q: '♕', R: '♖', B: '♗', N: '♘' },
};

export const inLetters = (san: string, letters: LettersName): string =>
  san.replace(/[KQRBN]/g, letter => LETTERS[letters][letter] ?? letter);
