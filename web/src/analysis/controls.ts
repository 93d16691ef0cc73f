/** What stands around the moves: whose game it is, steps through it, and ways in and out. */
import { t } from '../i18n';
import { button, h, type VNode } from '../ui/dom';
import { type IconName, icon } from '../ui/icons';
import { type GameTree, nodeOf, ROOT, tagOf } from './tree';

export const nameOf = (tree: GameTree): string => `${tagOf(tree, 'White') ?? '?'} – ${tagOf(tree, 'Black') ?? '?'}`;

/** The names and the result; where there are several games, a choice among them. */
export function heading(games: readonly GameTree[], chosen: number, choose: (index: number) => void): VNode | null {
  const tree = games[chosen];
  if (games.length > 1) {
    return h('label.game-choice', null, [
      h('span.visually-hidden', null, t('chooseGame')),
      h(
        'select',
        { on: { change: (event: Event) => choose(Number((event.target as HTMLSelectElement).value)) } },
        games.map((game, index) =>
          h(
            'option',
            { attrs: { value: index, selected: index === chosen } },
            `${index + 1}. ${nameOf(game)}  ${game.result}`,
          ),
        ),
      ),
    ]);
  }
  if (!tree || (!tagOf(tree, 'White') && !tagOf(tree, 'Black'))) return null;
  const details = [tagOf(tree, 'Event'), tagOf(tree, 'Date')].filter(text => text && !/^[?.]+$/.test(text));
  return h('div.game-heading', null, [
    h('b', null, nameOf(tree)),
    h('span.game-result', null, tree.result === '*' ? '' : tree.result.replaceAll('1/2', '½').replace('-', '–')),
    details.length > 0 ? h('small', null, details.join(' · ')) : null,
  ]);
}

export type Way = 'first' | 'back' | 'next' | 'last';

/** Buttons that step through the line. */
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
