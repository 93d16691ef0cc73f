/** The browser's local storage. Where it is not available, everything works until the page is closed. */
const PREFIX = 'tabiya.';

export function recall<T>(key: string): T | undefined {
  try {
    const text = localStorage.getItem(PREFIX + key);
    return text === null ? undefined : (JSON.parse(text) as T);
  } catch {
    return undefined;
  }
}

export function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // Storage is full or forbidden; the page works without it.
  }
}

export function forget(key: string): void {
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // As above.
  }
}

/** All keys that begin with `start`. */
export function remembered(start: string): string[] {
  try {
    return Object.keys(localStorage)
      .filter(key => key.startsWith(PREFIX + start))
      .map(key => key.slice(PREFIX.length));
  } catch {
    return [];
  }
}
