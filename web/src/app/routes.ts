/** Every address of the page. Screens are fetched when they are first opened. */
import { t } from '../i18n';
import type { Key } from '../i18n';
import type { IconName } from '../ui/icons';
import { h, link } from '../ui/dom';
import type { Route, Screen } from './router';

export const notFound: Screen = {
  title: () => t('notFound'),
  view: () => h('div.message', null, [h('h1', null, t('notFound')), link('.button', '/', t('toStart'))]),
};

const local: Route['open'] = async visit => (await import('../local/screen')).openLocal(visit) ?? notFound;

export const routes: Route[] = [
  { pattern: '/', open: async visit => new (await import('../home/screen')).HomeScreen(visit) },
  { pattern: '/computer/:id', open: local },
  { pattern: '/board/:id', open: local },
  { pattern: '/game/:id', open: async visit => new (await import('../live/screen')).LiveScreen(visit) },
  { pattern: '/clock', open: async visit => new (await import('../clock/screen')).ClockScreen(visit) },
];

/** What stands in the bar at the top. */
export const destinations: { path: string; name: Key; picture: IconName }[] = [
  { path: '/', name: 'play', picture: 'play' },
  { path: '/clock', name: 'chessClock', picture: 'clock' },
];
