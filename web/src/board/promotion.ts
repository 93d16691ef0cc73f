/** The promotion picker (law S10): four pieces over the square that the pawn reaches. */
import { type Key, t } from '../i18n';
import { button, h, type VNode } from '../ui/dom';
import type { Side } from '../wire';

export const choices = [
  ['q', 'queen'],
  ['n', 'knight'],
  ['r', 'rook'],
  ['b', 'bishop'],
] as const satisfies readonly (readonly [string, Key])[];

export interface PromotionView {
  color: Side;
  to: string;
  orientation: Side;
  choose: (letter: string) => void;
  cancel: () => void;
}

export function promotion(view: PromotionView): VNode {
  const file = 'abcdefgh'.indexOf(view.to[0] ?? 'a');
  const column = view.orientation === 'white' ? file : 7 - file;
  const top = view.color === view.orientation;
  return h(
    'div.promotion.cg-wrap',
    {
      attrs: { role: 'dialog', 'aria-modal': 'true', 'aria-label': t('promotion') },
      on: {
        click: (event: MouseEvent) => {
          if (event.target === event.currentTarget) view.cancel();
        },
        keydown: (event: KeyboardEvent) => {
          if (event.key === 'Escape') view.cancel();
          if (!event.key.startsWith('Arrow')) return;
          const buttons = [...(event.currentTarget as HTMLElement).querySelectorAll('button')];
          const index = buttons.indexOf(document.activeElement as HTMLButtonElement);
          const by = event.key === 'ArrowUp' || event.key === 'ArrowLeft' ? -1 : 1;
          buttons[(index + by + buttons.length) % buttons.length]?.focus();
          event.preventDefault();
        },
      },
      hook: {
        insert: vnode => (vnode.elm as HTMLElement).querySelector('button')?.focus(),
        // Returns the focus to the square it came from.
        destroy: vnode => {
          const picker = vnode.elm as HTMLElement;
          if (!picker.contains(document.activeElement)) return;
          picker.parentElement?.querySelector<HTMLElement>('.square[tabindex="0"]')?.focus({ preventScroll: true });
        },
      },
    },
    h(
      `div.promotion-choices.column-${column}${top ? '.from-top' : '.from-bottom'}`,
      null,
      choices.map(([letter, role]) =>
        button(
          '.promotion-choice',
          { onClick: () => view.choose(letter), label: t('promoteTo', { piece: t(role) }) },
          h(`piece.${role}.${view.color}`, null),
        ),
      ),
    ),
  );
}
