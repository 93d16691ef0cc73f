/** Draws the screen of the address, and draws it again when something has changed. */
import { loadLanguage, t } from '../i18n';
import { me } from '../live/api';
import { h, patch, type VNode } from '../ui/dom';
import { followLinks, match, type Screen } from '../ui/router';
import { onChange } from '../ui/settings';
import { frame } from './frame';
import { Presence } from './presence';
import { notFound, routes } from './routes';

/** How long the first drawing waits for a server to answer. */
const SERVER_WAIT = 500;

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
  // Many changes in a moment are one drawing.
  const redraw = (): void => {
    if (waiting) return;
    waiting = true;
    // A hidden tab has no frames, but its title still tells whose turn it is.
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
    // Only what stands after the # has changed: the screen hears of it by itself.
    if (current === path && screen) return;
    path = current;
    menuOpen = false;
    const number = ++visit;
    // The game that is left is followed from the next page before its own screen lets go of it.
    presence.visit(path);
    screen?.close?.();
    screen = undefined;
    let next: Screen = notFound;
    for (const route of routes) {
      const params = match(route.pattern, path);
      if (!params) continue;
      const opening = route.open({ params, query: new URLSearchParams(location.search), redraw });
      // Whether there is a server is usually known by then, and nothing moves when its answer comes.
      [next] = await Promise.all([opening, number === 1 ? Promise.race([me(), wait(SERVER_WAIT)]) : null]);
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
    // A reader of the page begins where the new screen does.
    if (moved && number > 1) document.getElementById('content')?.focus({ preventScroll: true });
  };

  addEventListener('popstate', () => void open());
  followLinks();
  onChange(() => void loadLanguage(true).then(redraw));
  void presence.start();
  void open();
}
