/** A question in front of the page. The browser's own dialog keeps the focus inside and hears Escape. */
import { type Children, h, type VNode } from './dom';

export interface DialogOptions {
  label: string;
  /** Escape, or a click outside. */
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
