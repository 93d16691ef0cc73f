/** The frame around every screen: the bar at the top, the content and notices. */
import { t } from '../i18n';
import { person } from '../live/api';
import { button, h, link, type VNode } from '../ui/dom';
import { icon } from '../ui/icons';
import { change } from '../ui/settings';
import { gameBar, notices } from './notices';
import type { Presence } from './presence';
import { destinations } from './routes';

export interface FrameView {
  path: string;
  screen: VNode;
  menuOpen: boolean;
  toggleMenu: () => void;
  presence: Presence;
}

export function frame({ path, screen, menuOpen, toggleMenu, presence }: FrameView): VNode {
  return h('div#app.app', null, [
    link('.skip', '#content', t('skipToContent')),
    h('header.bar', null, [
      link(
        '.brand',
        '/',
        h('img', { attrs: { src: '/icon.svg', alt: '', width: 28, height: 28 } }),
        h('span', null, 'Tabiya'),
      ),
      button(
        '.menu-button',
        { onClick: toggleMenu, label: t('menu'), expanded: menuOpen },
        icon(menuOpen ? 'close' : 'menu'),
      ),
      h('nav.links', { class: { open: menuOpen }, attrs: { 'aria-label': t('menu') } }, [
        destinations.map(({ path: target, name, picture }) =>
          h(
            'a.nav-link',
            {
              class: { current: isAt(path, target) },
              attrs: { href: target, ...(isAt(path, target) ? { 'aria-current': 'page' } : {}) },
            },
            [icon(picture), t(name)],
          ),
        ),
      ]),
      accountLink(path),
      h(
        'a.nav-link.settings-link',
        {
          class: { current: isAt(path, '/settings') },
          attrs: { href: '/settings', 'aria-label': t('settings'), title: t('settings') },
        },
        icon('settings'),
      ),
      themeButton(),
    ]),
    gameBar(presence),
    h('main#content.content', { attrs: { tabindex: -1 } }, screen),
    notices(presence),
  ]);
}

const isAt = (path: string, target: string): boolean => (target === '/' ? path === '/' : path.startsWith(target));

/** The link to the account, or to log in; only with a server. */
function accountLink(path: string): VNode | null {
  const somebody = person();
  if (!somebody) return null;
  const name = somebody.guest ? t('login') : somebody.name;
  return h(
    'a.nav-link.account-link',
    { class: { current: isAt(path, '/login') }, attrs: { href: '/login', 'aria-label': name, title: name } },
    [icon('person'), somebody.guest ? null : h('span', null, name)],
  );
}

/** Switches between light and dark; the settings have more choices. */
function themeButton(): VNode {
  const dark = document.documentElement.dataset['theme'] === 'dark';
  return button(
    '.theme-button',
    { onClick: () => change({ theme: dark ? 'light' : 'dark' }), label: t(dark ? 'lightTheme' : 'darkTheme') },
    icon(dark ? 'sun' : 'moon'),
  );
}
