/** Announcements for screen readers. Two live regions alternate, so that the same text twice is spoken twice. */
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

/** Creates the live regions, which must exist before they are first used. */
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
