/** The list of moves; a click on a move shows its position. */
import { t } from '../i18n';
import { button, h, type VNode } from '../ui/dom';
import { type IconName, icon } from '../ui/icons';
import type { Step } from '../wire';

export interface MovesView {
  steps: Step[];
  ply: number;
  /** The number of the first move, and whether Black made it. */
  firstNumber: number;
  blackFirst: boolean;
  /** The plies after which a draw was offered, marked (=) on the score sheet. */
  offered?: readonly number[];
  go: (ply: number) => void;
}

/** The number of the first move, and whether it is Black's. */
export function numbering(fen: string): { firstNumber: number; blackFirst: boolean } {
  const fields = fen.split(' ');
  return { firstNumber: Number(fields[5] ?? 1) || 1, blackFirst: fields[1] === 'b' };
}

export function moveList(view: MovesView): VNode {
  const { steps, ply, firstNumber, blackFirst } = view;
  const cell = (index: number): VNode => {
    const played = steps[index]?.played;
    if (!played) return h('span.move.none', null, index === 0 ? '…' : '');
    return h(
      'button.move',
      {
        key: index,
        class: { current: index === ply },
        attrs: { type: 'button', ...(index === ply ? { 'aria-current': 'true' } : {}) },
        on: { click: () => view.go(index) },
      },
      view.offered?.includes(index) ? `${played.san} (=)` : played.san,
    );
  };
  const rows: VNode[] = [];
  const offset = blackFirst ? 1 : 0;
  for (let row = 0; row * 2 < steps.length - 1 + offset; row++) {
    const white = row * 2 + 1 - offset;
    rows.push(
      h('li.move-row', { key: row }, [
        h('span.move-number', null, `${firstNumber + row}.`),
        cell(white),
        white + 1 < steps.length ? cell(white + 1) : null,
      ]),
    );
  }
  return h(
    'div.moves',
    {
      // `postpatch` scrolls only when one of these two has changed, so that the reader can scroll in between.
      attrs: { role: 'region', 'aria-label': t('moves'), tabindex: 0, 'data-ply': ply, 'data-moves': steps.length - 1 },
      hook: {
        insert: vnode => {
          const list = vnode.elm as HTMLElement;
          keepInSight(list);
          // The list shrinks when something appears above or below it.
          const observer = new ResizeObserver(() => keepInSight(list));
          observer.observe(list);
          observers.set(list, observer);
        },
        postpatch: (before, vnode) => {
          const [old, now] = [before.data?.attrs, vnode.data?.attrs];
          if (old?.['data-ply'] !== now?.['data-ply'] || old?.['data-moves'] !== now?.['data-moves'])
            keepInSight(vnode.elm as HTMLElement);
        },
        destroy: vnode => observers.get(vnode.elm as Element)?.disconnect(),
      },
    },
    rows.length > 0 ? h('ol.move-rows', null, rows) : h('p.moves-none', null, t('noMovesYet')),
  );
}

const observers = new WeakMap<Element, ResizeObserver>();

/** Scrolls the current move into view without scrolling the page. */
function keepInSight(list: HTMLElement): void {
  const current = list.querySelector<HTMLElement>('.current');
  if (!current) {
    list.scrollTop = list.scrollLeft = 0;
    return;
  }
  const [box, inside] = [list.getBoundingClientRect(), current.getBoundingClientRect()];
  list.scrollTop += inside.top - box.top - (box.height - inside.height) / 2;
  list.scrollLeft += inside.left - box.left - (box.width - inside.width) / 2;
}

/** Buttons that step through the moves. */
export function moveSteps({ steps, ply, go }: MovesView, flip: () => void): VNode {
  const last = steps.length - 1;
  const to = (name: IconName, label: string, target: number) =>
    button(
      '.step',
      { onClick: () => go(target), label, disabled: target === ply || target < 0 || target > last },
      icon(name),
    );
  return h('div.steps', { attrs: { role: 'group', 'aria-label': t('moves') } }, [
    button('.step', { onClick: flip, label: t('flipBoard') }, icon('flip')),
    to('first', t('firstPosition'), 0),
    to('back', t('previousMove'), ply - 1),
    to('next', t('nextMove'), ply + 1),
    to('last', t('latestPosition'), last),
  ]);
}
