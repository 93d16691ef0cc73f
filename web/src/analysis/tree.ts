/**
 * A game with its variations as immutable data: every change returns a new tree. The positions after moves come from
 * the core.
 */
import type { FaultJson, TreeInput, VariantName, Tree as WireTree } from '../wire';

/** The id of the root, where no move has been played. */
export const ROOT = 0;

export interface MoveNode {
  id: number;
  parent: number;
  /** Empty at the root. */
  uci: string;
  /** In English letters. */
  san: string;
  fen: string;
  check: boolean;
  nags: readonly number[];
  before: readonly string[];
  comments: readonly string[];
  /** The main continuation first, then the variations. */
  children: readonly number[];
}

export interface GameTree {
  tags: readonly (readonly [string, string])[];
  variant: VariantName;
  result: string;
  nodes: ReadonlyMap<number, MoveNode>;
  /** The id of the next node to be added. */
  next: number;
  faults: readonly FaultJson[];
}

/** A move with the position it leads to, as the core computed it. */
export interface NewMove {
  uci: string;
  san: string;
  fen: string;
  check: boolean;
}

const EMPTY = { uci: '', san: '', nags: [], before: [], comments: [], children: [] } as const;

/** A tree without moves. */
export function emptyTree(fen: string, check: boolean, variant: VariantName): GameTree {
  const root: MoveNode = { ...EMPTY, id: ROOT, parent: ROOT, fen, check };
  return { tags: [], variant, result: '*', nodes: new Map([[ROOT, root]]), next: 1, faults: [] };
}

/** Converts a game that the core has parsed. */
export function fromWire(game: WireTree): GameTree {
  const { fen, check, variant } = game;
  const nodes = new Map<number, MoveNode>();
  const children: number[][] = [[], ...game.nodes.map(() => [])];
  for (const [index, node] of game.nodes.entries()) children[placeOf(node.parent)]?.push(index + 1);
  nodes.set(ROOT, {
    ...EMPTY,
    id: ROOT,
    parent: ROOT,
    fen,
    check,
    comments: game.comments,
    children: children[ROOT] ?? [],
  });
  for (const [index, node] of game.nodes.entries()) {
    const id = index + 1;
    const { uci, san, nags, comments, comments_before: before } = node;
    nodes.set(id, {
      id,
      parent: placeOf(node.parent),
      uci,
      san,
      fen: node.fen,
      check: node.check,
      nags,
      before,
      comments,
      children: children[id] ?? [],
    });
  }
  return { tags: game.tags, variant, result: game.result, nodes, next: game.nodes.length + 1, faults: game.faults };
}

const placeOf = (parent: number | null): number => (parent === null ? ROOT : parent + 1);

/** Converts a game for the core: each move comes after its predecessor, and a line before its variations. */
export function toWire(tree: GameTree): TreeInput {
  const nodes: TreeInput['nodes'] = [];
  const places = new Map<number, number>();
  const left = [...nodeOf(tree, ROOT).children].reverse();
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    const { parent, uci, nags, before, comments, children } = nodeOf(tree, id);
    places.set(id, nodes.length);
    nodes.push({
      parent: places.get(parent) ?? null,
      uci,
      nags: [...nags],
      comments_before: [...before],
      comments: [...comments],
    });
    left.push(...[...children].reverse());
  }
  const { fen, comments } = nodeOf(tree, ROOT);
  const { variant, result } = tree;
  return {
    tags: tree.tags.map(([name, value]) => [name, value]),
    fen,
    variant,
    result,
    comments: [...comments],
    nodes,
  };
}

export function nodeOf(tree: GameTree, id: number): MoveNode {
  const node = tree.nodes.get(id) ?? tree.nodes.get(ROOT);
  if (!node) throw new Error('a tree has a root');
  return node;
}

export const tagOf = (tree: GameTree, name: string): string | undefined =>
  tree.tags.find(([known]) => known === name)?.[1];

/** The nodes from the root to a node, without the root. */
export function pathTo(tree: GameTree, id: number): number[] {
  const path: number[] = [];
  for (let at = id; at !== ROOT; at = nodeOf(tree, at).parent) path.push(at);
  return path.reverse();
}

/** The main continuation from a node. */
export function lineFrom(tree: GameTree, id: number): number[] {
  const line: number[] = [];
  for (let at = nodeOf(tree, id).children[0]; at !== undefined; at = nodeOf(tree, at).children[0]) line.push(at);
  return line;
}

/** The last node of the main continuation from a node. */
export const endOf = (tree: GameTree, id: number): number => lineFrom(tree, id).at(-1) ?? id;

/** The whole line through a node: up to it, and its main continuation. */
export const lineThrough = (tree: GameTree, id: number): number[] => [...pathTo(tree, id), ...lineFrom(tree, id)];

function withNode(tree: GameTree, id: number, changes: Partial<MoveNode>): GameTree {
  const nodes = new Map(tree.nodes);
  nodes.set(id, { ...nodeOf(tree, id), ...changes });
  return { ...tree, nodes };
}

/** Plays a move: follows the existing node, or adds one. */
export function play(tree: GameTree, at: number, move: NewMove): { tree: GameTree; at: number } {
  const known = nodeOf(tree, at).children.find(child => nodeOf(tree, child).uci === move.uci);
  if (known !== undefined) return { tree, at: known };
  const id = tree.next;
  const grown = withNode(tree, at, { children: [...nodeOf(tree, at).children, id] });
  const nodes = new Map(grown.nodes).set(id, { ...EMPTY, ...move, id, parent: at });
  return { tree: { ...grown, nodes, next: id + 1 }, at: id };
}

/** Removes a move and everything after it. */
export function remove(tree: GameTree, id: number): { tree: GameTree; at: number } {
  if (id === ROOT) return { tree, at: ROOT };
  const { parent } = nodeOf(tree, id);
  const nodes = new Map(tree.nodes);
  const left = [id];
  for (let gone = left.pop(); gone !== undefined; gone = left.pop()) {
    left.push(...(nodes.get(gone)?.children ?? []));
    nodes.delete(gone);
  }
  const children = nodeOf(tree, parent).children.filter(child => child !== id);
  nodes.set(parent, { ...nodeOf(tree, parent), children });
  return { tree: { ...tree, nodes }, at: parent };
}

/** The first node of the innermost variation that contains a node; undefined on the main line. */
export function branchOf(tree: GameTree, id: number): number | undefined {
  return pathTo(tree, id).findLast(place => nodeOf(tree, nodeOf(tree, place).parent).children[0] !== place);
}

/** Moves the variation of a node up by one among its siblings; the second one becomes the main continuation. */
export function promote(tree: GameTree, id: number): GameTree {
  const branch = branchOf(tree, id);
  if (branch === undefined) return tree;
  const { parent } = nodeOf(tree, branch);
  const children = [...nodeOf(tree, parent).children];
  const index = children.indexOf(branch);
  children.splice(index, 1);
  children.splice(index - 1, 0, branch);
  return withNode(tree, parent, { children });
}

/** Makes the line through a node the main line. */
export function makeMain(tree: GameTree, id: number): GameTree {
  let changed = tree;
  for (const place of pathTo(tree, id)) {
    const { parent } = nodeOf(changed, place);
    const others = nodeOf(changed, parent).children.filter(child => child !== place);
    changed = withNode(changed, parent, { children: [place, ...others] });
  }
  return changed;
}

/** Commands for programs, such as `[%clk 0:03:00]`, are kept but not shown. */
const COMMAND = /\[%\w+[^\]]*\]/g;

export const commentText = (comments: readonly string[]): string =>
  comments
    .map(comment => comment.replace(COMMAND, '').replace(/\s+/g, ' ').trim())
    .filter(text => text !== '')
    .join(' ');

export function comment(tree: GameTree, id: number, text: string): GameTree {
  const commands = nodeOf(tree, id).comments.flatMap(found => found.match(COMMAND) ?? []);
  const whole = [...commands, text.trim()].filter(part => part !== '').join(' ');
  return withNode(tree, id, { comments: whole === '' ? [] : [whole] });
}

/** Replaces the comments on a move, commands included. */
export const setComments = (tree: GameTree, id: number, comments: readonly string[]): GameTree =>
  withNode(tree, id, { comments });

/** The node that these moves lead to, as far as they exist in the tree. */
export function followPath(tree: GameTree, path: readonly string[]): number {
  let at = ROOT;
  for (const uci of path) {
    const next = nodeOf(tree, at).children.find(child => nodeOf(tree, child).uci === uci);
    if (next === undefined) break;
    at = next;
  }
  return at;
}

/** Annotations of moves exclude each other, and so do those of positions. */
export const MOVE_NAGS = [1, 2, 3, 4, 5, 6, 7] as const;
export const POSITION_NAGS = [10, 13, 14, 15, 16, 17, 18, 19] as const;

export function toggleNag(tree: GameTree, id: number, nag: number): GameTree {
  if (id === ROOT) return tree;
  const { nags } = nodeOf(tree, id);
  const group = [MOVE_NAGS, POSITION_NAGS].find(group => (group as readonly number[]).includes(nag)) as
    | readonly number[]
    | undefined;
  const kept = nags.filter(known => known !== nag && !group?.includes(known));
  return withNode(tree, id, { nags: nags.includes(nag) ? kept : [...kept, nag].sort((one, other) => one - other) });
}

const SIGNS: Record<number, string> = {
  1: '!',
  2: '?',
  3: '!!',
  4: '??',
  5: '!?',
  6: '?!',
  7: '□',
  10: '=',
  13: '∞',
  14: '+=',
  15: '=+',
  16: '±',
  17: '∓',
  18: '+−',
  19: '−+',
  22: '⨀',
  32: '⟳',
  36: '↑',
  40: '→',
  44: '=∞',
  132: '⇆',
  146: 'N',
};

/** The usual sign of a NAG, or its number. */
export const nagText = (nag: number): string => SIGNS[nag] ?? `$${nag}`;

/** The move number and the side to move, from the position before the move. */
export function numberBefore(fen: string): { number: number; black: boolean } {
  const fields = fen.split(' ');
  return { number: Number(fields[5] ?? 1) || 1, black: fields[1] === 'b' };
}
