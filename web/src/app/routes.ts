/** Every address of the page. Screens are fetched when they are first opened. */
import { loadCore } from '../core';
import { type Key, loadLanguage, t } from '../i18n';
import { h, link } from '../ui/dom';
import type { IconName } from '../ui/icons';
import type { Route, Screen, Visit } from '../ui/router';

export const notFound: Screen = {
  title: () => t('notFound'),
  view: () => h('div.message', null, [h('h1', null, t('notFound')), link('.button', '/', t('toStart'))]),
};

/** Fetches the code of a screen together with the core and the language, and then opens it. */
function screen<T>(
  load: () => Promise<T>,
  open: (code: T, visit: Visit) => Screen | undefined | Promise<Screen>,
): Route['open'] {
  return async visit => {
    const [code] = await Promise.all([load(), loadCore(), loadLanguage()]);
    return (await open(code, visit)) ?? notFound;
  };
}

const local = screen(
  () => import('../local/screen'),
  ({ openLocal }, visit) => openLocal(visit),
);

const analysis = screen(
  () => import('../analysis/screen'),
  ({ openAnalysis }, visit) => openAnalysis(visit),
);

export const routes: Route[] = [
  {
    pattern: '/',
    open: screen(
      () => import('../home/screen'),
      ({ HomeScreen }, visit) => new HomeScreen(visit),
    ),
  },
  { pattern: '/computer/:id', open: local },
  { pattern: '/board/:id', open: local },
  {
    pattern: '/game/:id',
    open: screen(
      () => import('../live/screen'),
      ({ LiveScreen }, visit) => new LiveScreen(visit),
    ),
  },
  {
    pattern: '/watch',
    open: screen(
      () => import('../watch/screen'),
      ({ WatchScreen }, visit) => new WatchScreen(visit),
    ),
  },
  {
    pattern: '/login',
    open: screen(
      () => import('../account/screen'),
      ({ AccountScreen }, visit) => new AccountScreen(visit),
    ),
  },
  { pattern: '/analysis', open: analysis },
  { pattern: '/analysis/:id', open: analysis },
  {
    pattern: '/collection/:id',
    open: screen(
      () => import('../collection/screen'),
      ({ CollectionScreen }, visit) => new CollectionScreen(visit),
    ),
  },
  {
    pattern: '/library',
    open: screen(
      () => import('../library/screen'),
      ({ LibraryScreen }, visit) => new LibraryScreen(visit),
    ),
  },
  {
    pattern: '/editor',
    open: screen(
      () => import('../editor/screen'),
      ({ EditorScreen }, visit) => new EditorScreen(visit),
    ),
  },
  {
    pattern: '/laws',
    open: screen(
      () => import('../laws/screen'),
      ({ LawsScreen }, visit) => new LawsScreen(visit),
    ),
  },
  {
    pattern: '/laws/:id',
    open: screen(
      () => import('../laws/screen'),
      ({ LawsScreen, isLaw }, visit) => (isLaw(visit.params['id'] ?? '') ? new LawsScreen(visit) : undefined),
    ),
  },
  {
    pattern: '/about',
    open: screen(
      () => import('../about/screen'),
      ({ AboutScreen }, visit) => new AboutScreen(visit),
    ),
  },
  {
    pattern: '/games',
    open: screen(
      () => import('../mygames/screen'),
      ({ GamesScreen }, visit) => new GamesScreen(visit),
    ),
  },
  {
    pattern: '/@/:name',
    open: screen(
      () => import('../people/screen'),
      ({ PersonScreen }, visit) => new PersonScreen(visit),
    ),
  },
  {
    pattern: '/settings',
    open: screen(
      () => import('../settings/screen'),
      ({ SettingsScreen }, visit) => new SettingsScreen(visit),
    ),
  },
  {
    pattern: '/admin',
    open: screen(
      () => import('../admin/screen'),
      ({ AdminScreen }, visit) => new AdminScreen(visit),
    ),
  },
  {
    pattern: '/rounds',
    open: screen(
      () => import('../round/list'),
      ({ RoundsScreen }, visit) => new RoundsScreen(visit),
    ),
  },
  {
    pattern: '/rounds/:id',
    open: screen(
      () => import('../round/screen'),
      ({ RoundScreen }, visit) => new RoundScreen(visit),
    ),
  },
  {
    pattern: '/tournaments',
    open: screen(
      () => import('../tournament/list'),
      ({ TournamentsScreen }, visit) => new TournamentsScreen(visit),
    ),
  },
  {
    pattern: '/tournaments/:id',
    open: screen(
      () => import('../tournament/screen'),
      ({ TournamentScreen }, visit) => new TournamentScreen(visit),
    ),
  },
  {
    pattern: '/invite',
    open: screen(
      () => import('../round/invite'),
      ({ InviteScreen }, visit) => new InviteScreen(visit),
    ),
  },
  {
    pattern: '/clock',
    open: screen(
      () => import('../clock/screen'),
      ({ ClockScreen }, visit) => new ClockScreen(visit),
    ),
  },
];

/** The links in the bar at the top. */
export const destinations: { path: string; name: Key; picture: IconName }[] = [
  { path: '/', name: 'play', picture: 'play' },
  { path: '/watch', name: 'watch', picture: 'eye' },
  { path: '/analysis', name: 'analysis', picture: 'analysis' },
  { path: '/editor', name: 'editor', picture: 'edit' },
  { path: '/laws', name: 'laws', picture: 'book' },
  { path: '/games', name: 'myGames', picture: 'people' },
  { path: '/clock', name: 'chessClock', picture: 'clock' },
];
