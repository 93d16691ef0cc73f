/** Draws the screen for the current address, and redraws it when something has changed. */
import { loadLanguage, t } from '../i18n';
import { me } from '../live/api';
import { h, patch, type VNode } from '../ui/dom';
import { followLinks, match, type Screen } from '../ui/router';
import { onChange } from '../ui/settings';
import { frame } from './frame';
import { Presence } from './presence';
import { notFound, routes } from './routes';

/** How long the first drawing waits for a server's answer, in milliseconds. */
const SERVER_TIMEOUT = 500;

const wait = (milliseconds: number): Promise<void> => new Promise(resolve => setTimeout(resolve, milliseconds));

export function startApplication(element: HTMLElement): void {
  let drawn: Element | VNode = element;
  let screen: Screen | undefined;
  let path = '';
  let menuOpen = false;
  let waiting = false;
  let visit = 0;

  const draw = (): void => {
    waiting = false;
    const view = screen ? screen.view() : h('p.message', null, t('loading'));
    drawn = patch(drawn, frame({ path, screen: view, menuOpen, toggleMenu, presence }));
    const title = screen ? `${screen.title()} · Tabiya` : 'Tabiya';
    document.title = presence.calls() && !title.startsWith('●') ? `● ${title}` : title;
    const turn = document.title.startsWith('●');
    document.querySelector('link[rel=icon]')?.setAttribute('href', turn ? '/icon-turn.svg' : '/icon.svg');
  };
  // Changes within one frame are drawn together.
  const redraw = (): void => {
    if (waiting) return;
    waiting = true;
    // A hidden tab has no animation frames, but its title must still show whose turn it is.
    if (document.visibilityState === 'hidden') setTimeout(draw, 50);
    else requestAnimationFrame(draw);
  };
  const presence = new Presence(redraw);
  const toggleMenu = (): void => {
    menuOpen = !menuOpen;
    redraw();
  };
  const closeMenu = (): void => {
    if (menuOpen) toggleMenu();
  };
  document.addEventListener('pointerdown', event => {
    if (!(event.target as Element | null)?.closest('.links, .menu-button')) closeMenu();
  });
  document.addEventListener('keydown', event => {
    if (event.key !== 'Escape' || !menuOpen) return;
    closeMenu();
    document.querySelector<HTMLElement>('.menu-button')?.focus();
  });

  const open = async (): Promise<void> => {
    const current = location.pathname;
    // Only the fragment has changed: the screen listens for that itself.
    if (current === path && screen) return;
    path = current;
    menuOpen = false;
    const number = ++visit;
    // Presence follows the game before its screen stops, so that the connection to it never lapses.
    presence.visit(path);
    screen?.close?.();
    screen = undefined;
    let next: Screen = notFound;
    for (const route of routes) {
      const params = match(route.pattern, path);
      if (!params) continue;
      const opening = route.open({ params, query: new URLSearchParams(location.search), redraw });
      // Usually the server's answer is known by then, so that the layout does not shift when it arrives.
      [next] = await Promise.all([opening, number === 1 ? Promise.race([me(), wait(SERVER_TIMEOUT)]) : null]);
      break;
    }
    if (number !== visit) {
      next.close?.();
      return;
    }
    const moved = drawn !== element && 'sel' in drawn;
    screen = next;
    draw();
    scrollTo(0, 0);
    // Screen readers continue at the new screen.
    if (moved && number > 1) document.getElementById('content')?.focus({ preventScroll: true });
  };

  addEventListener('popstate', () => void open());
  followLinks();
  onChange(() => void loadLanguage(true).then(redraw));
  void presence.start();
  void open();
}
