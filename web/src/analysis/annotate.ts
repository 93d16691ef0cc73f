/** The notes on the current move: its comment and annotations, and what can be done with its variation. */
import { t } from '../i18n';
import { button, h, type VNode } from '../ui/dom';
import { branchOf, commentText, type GameTree, MOVE_NAGS, nagText, nodeOf, POSITION_NAGS, ROOT } from './tree';

export interface AnnotateView {
  tree: GameTree;
  at: number;
  comment: (text: string) => void;
  nag: (nag: number) => void;
  promote: () => void;
  makeMain: () => void;
  remove: () => void;
}

export function annotate(view: AnnotateView): VNode {
  const node = nodeOf(view.tree, view.at);
  const branch = branchOf(view.tree, view.at);
  const sign = (nag: number): VNode =>
    h(
      'button.sign',
      {
        class: { current: node.nags.includes(nag) },
        attrs: { type: 'button', 'aria-pressed': String(node.nags.includes(nag)), 'aria-label': nagText(nag) },
        on: { click: () => view.nag(nag) },
      },
      nagText(nag),
    );
  return h('div.annotate', { key: 'annotate' }, [
    h('label.field', null, [
      h('span', null, view.at === ROOT ? t('commentOnGame') : t('commentOnMove', { move: node.san })),
      // The key gives each move a field of its own, so that typed text stays with its move.
      h('textarea', {
        key: `comment-${view.at}`,
        attrs: { rows: 2, maxlength: 4000, 'data-testid': 'comment' },
        props: { value: commentText(node.comments) },
        on: { change: (event: Event) => view.comment((event.target as HTMLTextAreaElement).value) },
      }),
    ]),
    view.at === ROOT
      ? null
      : h('div.signs', { attrs: { role: 'group', 'aria-label': t('annotations') } }, [
          h('div.sign-row', null, MOVE_NAGS.map(sign)),
          h('div.sign-row', null, POSITION_NAGS.map(sign)),
        ]),
    view.at === ROOT
      ? null
      : h('div.tree-actions', null, [
          branch === undefined ? null : button('.small', { onClick: view.promote }, t('promoteVariation')),
          branch === undefined ? null : button('.small', { onClick: view.makeMain }, t('makeMainLine')),
          button('.small.danger', { onClick: view.remove }, t('deleteFromHere')),
        ]),
  ]);
}
