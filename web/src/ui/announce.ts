/** What a screen reader is to say. Two regions take turns, so that the same words twice are heard twice. */
let turn = 0;

function region(index: number): HTMLElement {
  const id = `announcer-${index}`;
  const found = document.getElementById(id);
  if (found) return found;
  const made = document.createElement('div');
  made.id = id;
  made.className = 'visually-hidden';
  made.setAttribute('aria-live', 'polite');
  made.setAttribute('role', 'status');
  document.body.append(made);
  return made;
}

/** The regions must be there before something is said in them. */
export function prepareAnnouncer(): void {
  region(0);
  region(1);
}

export function announce(text: string): void {
  if (text === '') return;
  turn = 1 - turn;
  const next = region(turn);
  next.textContent = '';
  next.textContent = text;
}
