/** The moves of a tree: the line as text that flows, its variations set in, every move a button. */
import { t } from '../i18n';
import { type Children, h, type VNode } from '../ui/dom';
import { settings } from '../ui/settings';
import { type Lapse, lapseSign } from './evaluation';
import { inLetters } from './letters';
import { commentText, type GameTree, type MoveNode, nagText, nodeOf, numberBefore, ROOT } from './tree';

/** What a person has called bad looks like what the engine has. */
const NAG_KINDS: Record<number, Lapse> = { 2: 'mistake', 4: 'blunder', 6: 'inaccuracy' };

export interface TreeView {
  tree: GameTree;
  at: number;
  go: (id: number) => void;
  /** What the engine found given away, by place. */
  lapses: ReadonlyMap<number, Lapse>;
}

export function treeMoves(view: TreeView): VNode {
  const { tree } = view;
  const intro = commentText(nodeOf(tree, ROOT).comments);
  return h(
    'div.tree',
    {
      attrs: { role: 'region', 'aria-label': t('moves'), tabindex: 0 },
      hook: { insert: keepInSight, postpatch: (_, vnode) => keepInSight(vnode) },
    },
    [
      intro === '' ? null : h('p.tree-comment', null, intro),
      tree.nodes.size === 1 ? h('p.moves-none', null, t('analysisHint')) : null,
      line(view, ROOT, true),
    ],
  );
}

/** All that follows a place: its line, and where others were possible, those behind it. */
function line(view: TreeView, from: number, numbered: boolean): VNode[] {
  const { tree } = view;
  const parts: VNode[] = [];
  let needsNumber = numbered;
  let before = nodeOf(tree, from);
  while (before.children.length > 0) {
    const [first, ...others] = before.children as [number, ...number[]];
    const node = nodeOf(tree, first);
    const comment = commentText(node.comments);
    parts.push(...move(view, before, node, needsNumber));
    if (comment !== '') parts.push(h('span.tree-comment', { key: `c${first}` }, ` ${comment} `));
    if (others.length > 0) {
      parts.push(
        h(
          'ul.variations',
          { key: `v${first}` },
          others.map(other => h('li.variation', { key: other }, variation(view, before, other))),
        ),
      );
    }
    needsNumber = others.length > 0 || comment !== '';
    before = node;
  }
  return parts;
}

function variation(view: TreeView, before: MoveNode, id: number): Children {
  const node = nodeOf(view.tree, id);
  const comment = commentText(node.comments);
  return [
    move(view, before, node, true),
    comment === '' ? null : h('span.tree-comment', null, ` ${comment} `),
    line(view, id, comment !== ''),
  ];
}

function move(view: TreeView, before: MoveNode, node: MoveNode, numbered: boolean): VNode[] {
  const { number, black } = numberBefore(before.fen);
  const lapse = node.nags.length === 0 ? view.lapses.get(node.id) : undefined;
  const current = node.id === view.at;
  const parts: VNode[] = [];
  const intro = commentText(node.before);
  if (intro !== '') parts.push(h('span.tree-comment', { key: `b${node.id}` }, `${intro} `));
  const named = !black || numbered ? h('span.tree-number', null, `${number}${black ? '…' : '.'}`) : null;
  const moved = h(
    'button.move',
    {
      key: node.id,
      class: { current },
      attrs: { type: 'button', 'data-node': node.id, ...(current ? { 'aria-current': 'true' } : {}) },
      on: { click: () => view.go(node.id) },
    },
    [
      inLetters(node.san, settings().letters),
      node.nags.map(nag => h(`span.nag.${NAG_KINDS[nag] ?? 'plain'}`, null, nagText(nag))),
      lapse ? h(`span.nag.${lapse}`, { attrs: { title: t(lapse) } }, lapseSign[lapse]) : null,
    ],
  );
  // A number is never parted from its move.
  parts.push(h('span.tree-move', { key: `m${node.id}` }, [named, moved]), h('span', { key: `s${node.id}` }, ' '));
  return parts;
}

/** The move that is looked at stays in sight, without moving the page. */
function keepInSight(vnode: VNode): void {
  const list = vnode.elm as HTMLElement;
  const current = list.querySelector<HTMLElement>('.current');
  if (!current) {
    list.scrollTop = 0;
    return;
  }
  const [box, inside] = [list.getBoundingClientRect(), current.getBoundingClientRect()];
  if (inside.top < box.top || inside.bottom > box.bottom)
    list.scrollTop += inside.top - box.top - (box.height - inside.height) / 2;
}
