/** Prints a score sheet: it is added to the document, and visible only in print. */
import { patch } from '../ui/dom';
import type { ScoreSheet } from './columns';
import { scoreSheet } from './sheet';

function place(sheet: ScoreSheet): void {
  document.querySelector('.score-sheet')?.remove();
  const element = document.createElement('div');
  document.body.append(element);
  patch(element, scoreSheet(sheet));
}

const takeAway = (): void => document.querySelector('.score-sheet')?.remove();

/** Opens the browser's print dialog. */
export function printSheet(sheet: ScoreSheet): void {
  place(sheet);
  print();
}

/** Makes the browser's own print command print the sheet, until the returned function is called. */
export function listenForPrint(sheet: () => ScoreSheet): () => void {
  const before = (): void => place(sheet());
  addEventListener('beforeprint', before);
  addEventListener('afterprint', takeAway);
  return () => {
    removeEventListener('beforeprint', before);
    removeEventListener('afterprint', takeAway);
    takeAway();
  };
}
