/** The controls around the moves: heading, step buttons, and tools to open, share and edit. */
import { locale, t } from '../i18n';
import { type Opening, openingText } from '../openings';
import { button, h, link, type VNode } from '../ui/dom';
import { type IconName, icon } from '../ui/icons';
import type { Side } from '../wire';
import { collectionAddress } from './address';
import { dateText } from './dates';
import type { Source } from './opened';
import { clockOf } from './shapes';
import { type GameTree, nodeOf, pathTo, ROOT, tagOf } from './tree';

const UNKNOWN = /^[?.\-\s]*$/;

function playerOf(tree: GameTree, color: 'White' | 'Black'): string {
  const [name, rating] = [tagOf(tree, color) ?? '?', tagOf(tree, `${color}Elo`) ?? ''];
  return UNKNOWN.test(rating) ? name : `${name} (${rating})`;
}

/** The clocks at a node: each shows the `[%clk]` of its owner's last move. */
function clocksAt(tree: GameTree, at: number): { white?: string; black?: string } {
  const clocks: { white?: string; black?: string } = {};
  for (const id of pathTo(tree, at)) {
    const { fen, comments } = nodeOf(tree, id);
    const clock = clockOf(comments);
    if (clock) clocks[fen.split(' ')[1] === 'w' ? 'black' : 'white'] = clock;
  }
  return clocks;
}

/** The names, the result, the clocks and the opening. */
export function heading(tree: GameTree, at: number, opening: Opening | undefined): VNode | null {
  const named = [tagOf(tree, 'White'), tagOf(tree, 'Black')].some(name => name && !UNKNOWN.test(name));
  const details = [tagOf(tree, 'Event') ?? '', dateText(tagOf(tree, 'Date') ?? '')].filter(text => !UNKNOWN.test(text));
  const clocks = clocksAt(tree, at);
  const clock = (color: Side): VNode | null =>
    clocks[color]
      ? h('span.game-clock', { attrs: { 'aria-label': `${t(color)}: ${clocks[color]}` } }, [
          h(`span.dot.${color}`, null),
          clocks[color],
        ])
      : null;
  if (!named && !opening && !clocks.white && !clocks.black) return null;
  return h('div.game-heading', null, [
    named ? h('b', null, `${playerOf(tree, 'White')} – ${playerOf(tree, 'Black')}`) : null,
    named
      ? h('span.game-result', null, tree.result === '*' ? '' : tree.result.replaceAll('1/2', '½').replace('-', '–'))
      : null,
    named && details.length > 0 ? h('small', null, details.join(' · ')) : null,
    clocks.white || clocks.black ? h('div.game-clocks', null, [clock('white'), clock('black')]) : null,
    opening ? h('small.opening-name', { attrs: { 'data-testid': 'opening' } }, openingText(opening)) : null,
  ]);
}

/** Links to the list of the collection, and to the previous and the next game. */
export function collectionBar(source: Source): VNode {
  const number = (value: number): string => new Intl.NumberFormat(locale()).format(value);
  const beside = (game: number, label: string, name: 'back' | 'next'): VNode =>
    game < 0 || game >= source.count
      ? h('span.collection-step', null)
      : h(
          'a.button.quiet.collection-step',
          {
            attrs: {
              href: collectionAddress({ collection: source.collection, game }),
              'aria-label': label,
              title: label,
            },
          },
          icon(name),
        );
  return h('nav.collection-bar', { attrs: { 'aria-label': t('collection') } }, [
    beside(source.game - 1, t('previousGame'), 'back'),
    link(
      '.collection-link',
      `/collection/${source.collection}`,
      h('b', null, source.name),
      h('small', null, t('gameOf', { game: number(source.game + 1), count: number(source.count) })),
    ),
    beside(source.game + 1, t('nextGame'), 'next'),
  ]);
}

export type Way = 'first' | 'back' | 'next' | 'last';

export function stepButtons(tree: GameTree, at: number, step: (way: Way) => void, flip: () => void): VNode {
  const [start, end] = [at === ROOT, nodeOf(tree, at).children.length === 0];
  const to = (name: IconName & Way, label: string, disabled: boolean) =>
    button('.step', { onClick: () => step(name), label, disabled }, icon(name));
  return h('div.steps', { attrs: { role: 'group', 'aria-label': t('moves') } }, [
    button('.step', { onClick: flip, label: t('flipBoard') }, icon('flip')),
    to('first', t('firstPosition'), start),
    to('back', t('previousMove'), start),
    to('next', t('nextMove'), end),
    to('last', t('latestPosition'), end),
  ]);
}

export interface ToolsView {
  annotating: boolean;
  open: () => void;
  share: () => void;
  notes: () => void;
  edit: () => void;
}

export function tools(view: ToolsView): VNode {
  return h('div.tools', null, [
    button('.tool', { onClick: view.open }, icon('book'), t('import')),
    button('.tool', { onClick: view.share }, icon('link'), t('share')),
    button('.tool', { onClick: view.notes, pressed: view.annotating }, icon('chat'), t('notes')),
    button('.tool', { onClick: view.edit }, icon('edit'), t('edit')),
  ]);
}
