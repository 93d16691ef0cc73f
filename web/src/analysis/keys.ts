/** The keyboard shortcuts of an analysis. */
import type { Way } from './controls';

export interface KeyHandlers {
  step(way: Way): void;
  undo(): void;
  redo(): void;
  flip(): void;
  toggleEngine(): void;
  nextMistake(step: 1 | -1): void;
  showThreat(): void;
}

const STEPS: Record<string, Way> = {
  ArrowLeft: 'back',
  ArrowRight: 'next',
  Home: 'first',
  ArrowUp: 'first',
  End: 'last',
  ArrowDown: 'last',
};

function handlerOf(event: KeyboardEvent, handlers: KeyHandlers): (() => void) | undefined {
  if (event.ctrlKey || event.metaKey) {
    const letter = event.key.toLowerCase();
    if (letter === 'z' && !event.shiftKey) return () => handlers.undo();
    return letter === 'y' || letter === 'z' ? () => handlers.redo() : undefined;
  }
  const way = STEPS[event.key];
  if (way) return () => handlers.step(way);
  const letters: Record<string, () => void> = {
    f: () => handlers.flip(),
    l: () => handlers.toggleEngine(),
    n: () => handlers.nextMistake(1),
    N: () => handlers.nextMistake(-1),
    x: () => handlers.showThreat(),
  };
  return letters[event.key];
}

/**
 * Listens until the returned function is called. Keys pressed in fields, in dialogs and on the grid of squares are
 * ignored.
 */
export function listenForKeys(handlers: KeyHandlers): () => void {
  const pressed = (event: KeyboardEvent): void => {
    const target = event.target as Element | null;
    if (event.altKey || target?.closest('input, select, textarea, dialog, [role=grid]')) return;
    const handler = handlerOf(event, handlers);
    if (!handler) return;
    handler();
    event.preventDefault();
  };
  document.addEventListener('keydown', pressed);
  return () => document.removeEventListener('keydown', pressed);
}
