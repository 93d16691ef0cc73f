/** A modal dialog. The browser's own element keeps the focus inside and handles Escape. */
import { type Children, h, type VNode } from './dom';

export interface DialogOptions {
  label: string;
  /** Called on Escape and on a click outside. */
  close: () => void;
}

export function dialog(selector: string, options: DialogOptions, ...children: Children[]): VNode {
  return h(
    `dialog.dialog${selector}`,
    {
      attrs: { 'aria-label': options.label },
      hook: {
        insert: vnode => (vnode.elm as HTMLDialogElement).showModal(),
        destroy: vnode => (vnode.elm as HTMLDialogElement).close(),
      },
      on: {
        cancel: (event: Event) => {
          event.preventDefault();
          options.close();
        },
        click: (event: MouseEvent) => {
          if (event.target === event.currentTarget) options.close();
        },
      },
    },
    h('div.dialog-body', null, ...children),
  );
}
