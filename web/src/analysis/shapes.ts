/** Arrows, circles and clocks in the comments of a PGN: `[%cal Ge2e4]`, `[%csl Ra4]`, `[%clk 0:03:00]`. */
import type { DrawShape } from '@lichess-org/chessground/draw';

const BRUSHES = { G: 'green', R: 'red', Y: 'yellow', B: 'blue' } as const;
type Letter = keyof typeof BRUSHES;

const DRAWINGS = /\[%(csl|cal)\s+([^\]]*)\]/g;
const SQUARE = '[a-h][1-8]';
const ITEM = new RegExp(`^([GRYB])(${SQUARE})(${SQUARE})?$`);

/** The shapes that the comments on a move contain. */
export function shapesOf(comments: readonly string[]): DrawShape[] {
  const shapes: DrawShape[] = [];
  for (const [, kind, list = ''] of comments.flatMap(comment => [...comment.matchAll(DRAWINGS)])) {
    for (const text of list.split(',')) {
      const [, letter, orig, dest] = ITEM.exec(text.trim()) ?? [];
      if (!letter || !orig || (kind === 'cal') !== (dest !== undefined)) continue;
      shapes.push({
        orig: orig as DrawShape['orig'],
        ...(dest ? { dest: dest as NonNullable<DrawShape['dest']> } : {}),
        brush: BRUSHES[letter as Letter],
      });
    }
  }
  return shapes;
}

const letterOf = (brush: string | undefined): Letter =>
  (Object.keys(BRUSHES) as Letter[]).find(letter => BRUSHES[letter] === brush) ?? 'G';

/** The comments with their drawings replaced; everything else is unchanged. */
export function withShapes(comments: readonly string[], shapes: readonly DrawShape[]): string[] {
  const circles = shapes.filter(({ dest }) => dest === undefined);
  const arrows = shapes.filter(({ dest }) => dest !== undefined);
  const command = (name: string, list: readonly DrawShape[]): string =>
    list.length === 0
      ? ''
      : `[%${name} ${list.map(({ brush, orig, dest }) => letterOf(brush) + orig + (dest ?? '')).join(',')}]`;
  const drawn = command('csl', circles) + command('cal', arrows);
  const kept = comments
    .map(comment => (comment.search(DRAWINGS) < 0 ? comment : comment.replace(DRAWINGS, '').trim()))
    .filter(comment => comment !== '');
  if (drawn === '') return kept;
  const [first, ...others] = kept;
  return first === undefined ? [drawn] : [`${drawn} ${first}`, ...others];
}

/** The mover's clock after a move, without leading zero hours: `3:00`. */
export function clockOf(comments: readonly string[]): string | undefined {
  const found = comments
    .map(comment => /\[%clk\s+(\d+(?::\d+){0,2}(?:[.,]\d+)?)\s*\]/.exec(comment)?.[1])
    .find(Boolean);
  return found?.replace(/^0+:(?=\d+:)/, '').replace(/^0(?=\d)/, '');
}
