/**
 * The moves of a tree: the main line in two columns as on a score sheet, with comments and variations between its rows.
 */
import { t } from '../i18n';
import { type Children, h, type VNode } from '../ui/dom';
import { settings } from '../ui/settings';
import { type Lapse, lapseSign } from './evaluation';
import { inLetters } from './letters';
import { commentText, type GameTree, type MoveNode, nagText, nodeOf, numberBefore, ROOT } from './tree';

/** Bad moves marked by a person look like those found by the engine. */
const NAG_KINDS: Record<number, Lapse> = { 2: 'mistake', 4: 'blunder', 6: 'inaccuracy' };

export interface TreeView {
  tree: GameTree;
  at: number;
  go: (id: number) => void;
  /** The lapses that the engine found, by node. */
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
      tree.nodes.size === 1 ? h('p.moves-none.hint', null, t('analysisKeys')) : null,
      mainLine(view),
    ],
  );
}

/** The main line: one row per move number, split in two if White's move has a comment or variations. */
function mainLine(view: TreeView): VNode[] {
  const { tree } = view;
  const parts: VNode[] = [];
  let row: { number: number; cells: (VNode | null)[] } | null = null;
  const close = (): void => {
    if (!row) return;
    const [white, black] = row.cells;
    parts.push(
      h('div.tree-row', { key: `r${row.number}-${white ? 'w' : 'b'}-${parts.length}` }, [
        h('span.tree-number', null, `${row.number}.`),
        white ?? h('span.tree-gap', null, '…'),
        black ?? null,
      ]),
    );
    row = null;
  };
  let before = nodeOf(tree, ROOT);
  while (before.children.length > 0) {
    const [first, ...others] = before.children as [number, ...number[]];
    const node = nodeOf(tree, first);
    const { number, black } = numberBefore(before.fen);
    const intro = commentText(node.before);
    if (intro !== '') {
      close();
      parts.push(h('p.tree-comment.tree-block', { key: `b${first}` }, intro));
    }
    if (!black) close();
    row ??= { number, cells: black ? [null] : [] };
    row.cells.push(moveButton(view, node));
    const comment = commentText(node.comments);
    if (comment !== '' || others.length > 0) {
      close();
      parts.push(
        h('div.tree-block', { key: `v${first}` }, [
          comment === '' ? null : h('p.tree-comment', null, comment),
          others.length === 0 ? null : variations(view, before, others),
        ]),
      );
    } else if (black) close();
    before = node;
  }
  close();
  return parts;
}

const variations = (view: TreeView, before: MoveNode, others: readonly number[]): VNode =>
  h(
    'ul.variations',
    null,
    others.map(other => h('li.variation', { key: other }, variation(view, before, other))),
  );

/** Everything after a node of a variation, as running text. */
function line(view: TreeView, from: number, numbered: boolean): VNode[] {
  const { tree } = view;
  const parts: VNode[] = [];
  let before = nodeOf(tree, from);
  let needsNumber = numbered;
  while (before.children.length > 0) {
    const [first, ...others] = before.children as [number, ...number[]];
    const node = nodeOf(tree, first);
    const comment = commentText(node.comments);
    parts.push(...move(view, before, node, needsNumber));
    if (comment !== '') parts.push(h('span.tree-comment', { key: `c${first}` }, ` ${comment} `));
    if (others.length > 0) parts.push(h('div', { key: `v${first}` }, [variations(view, before, others)]));
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
  const parts: VNode[] = [];
  const intro = commentText(node.before);
  if (intro !== '') parts.push(h('span.tree-comment', { key: `b${node.id}` }, `${intro} `));
  const named = !black || numbered ? h('span.tree-number', null, `${number}${black ? '…' : '.'}`) : null;
  // One element, so that a number is never separated from its move by a line break.
  parts.push(
    h('span.tree-move', { key: `m${node.id}` }, [named, moveButton(view, node)]),
    h('span', { key: `s${node.id}` }, ' '),
  );
  return parts;
}

function moveButton(view: TreeView, node: MoveNode): VNode {
  const lapse = node.nags.length === 0 ? view.lapses.get(node.id) : undefined;
  const current = node.id === view.at;
  return h(
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
}

/** Scrolls the current move into view without scrolling the page. */
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
