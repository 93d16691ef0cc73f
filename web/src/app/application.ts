/** Draws the screen of the address, and draws it again when something has changed. */
import { loadLanguage, t } from '../i18n';
import { h, patch, type VNode } from '../ui/dom';
import { followLinks, match, type Screen } from '../ui/router';
import { onChange } from '../ui/settings';
import { frame } from './frame';
import { notFound, routes } from './routes';

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
    drawn = patch(drawn, frame({ path, screen: view, menuOpen, toggleMenu }));
    document.title = screen ? `${screen.title()} · Tabiya` : 'Tabiya';
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
  const toggleMenu = (): void => {
    menuOpen = !menuOpen;
    redraw();
  };

  const open = async (): Promise<void> => {
    const current = location.pathname;
    // Only what stands after the # has changed: the screen hears of it by itself.
    if (current === path && screen) return;
    path = current;
    menuOpen = false;
    const number = ++visit;
    screen?.close?.();
    screen = undefined;
    let next: Screen = notFound;
    for (const route of routes) {
      const params = match(route.pattern, path);
      if (!params) continue;
      next = await route.open({ params, query: new URLSearchParams(location.search), redraw });
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
  void open();
}
