/** Addresses and screens. A screen returns its view, and the application draws it. */
import type { VNode } from './dom';

export interface Screen {
  /** The title in the browser's tab, before the product name. */
  title(): string;
  view(): VNode;
  /** Called when the user leaves the screen. */
  close?(): void;
}

/** What a screen is opened with. */
export interface Visit {
  /** The named parts of the address. */
  params: Record<string, string>;
  query: URLSearchParams;
  /** Must be called when something visible has changed. */
  redraw: () => void;
}

export interface Route {
  /** For example `/game/:id`. */
  pattern: string;
  open: (visit: Visit) => Promise<Screen>;
}

/** The named parts of a path; undefined if it does not match the pattern. */
export function match(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = pattern.split('/').filter(part => part !== '');
  const found = path.split('/').filter(part => part !== '');
  if (wanted.length !== found.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const actual = decode(found[index] ?? '');
    if (part.startsWith(':')) params[part.slice(1)] = actual;
    else if (part !== actual) return undefined;
  }
  return params;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Goes to an address of this page. */
export function go(path: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', path);
  else history.pushState(null, '', path);
  window.dispatchEvent(new PopStateEvent('popstate'));
}

/** Handles clicks on links inside the page without reloading it. */
export function followLinks(): void {
  document.addEventListener('click', event => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const anchor = (event.target as Element | null)?.closest?.('a');
    if (anchor?.target !== '' || anchor.hasAttribute('download')) return;
    const url = new URL(anchor.href, location.href);
    if (url.origin !== location.origin || url.pathname.startsWith('/api/') || url.pathname.startsWith('/game/export/'))
      return;
    event.preventDefault();
    go(url.pathname + url.search + url.hash);
  });
}
