/** Virtual DOM: functions that build nodes, which snabbdom patches into the document. */
import {
  attributesModule,
  classModule,
  eventListenersModule,
  init,
  h as node,
  propsModule,
  styleModule,
  type VNode,
  type VNodeData,
} from 'snabbdom';

export type { VNode } from 'snabbdom';

export const patch = init([classModule, propsModule, attributesModule, styleModule, eventListenersModule]);

export type Child = VNode | string | number | null | undefined | false;
export type Children = Child | Children[];

/** A node. Children that are null, false or undefined are left out. */
export function h(selector: string, data: VNodeData | null, ...children: Children[]): VNode {
  return node(selector, data ?? {}, flatten(children));
}

function flatten(children: Children[]): (VNode | string)[] {
  const kept: (VNode | string)[] = [];
  for (const child of children) {
    if (Array.isArray(child)) kept.push(...flatten(child));
    else if (child !== null && child !== undefined && child !== false) {
      kept.push(typeof child === 'number' ? String(child) : child);
    }
  }
  return kept;
}

export function button(
  selector: string,
  options: {
    onClick: () => void;
    label?: string;
    disabled?: boolean;
    pressed?: boolean;
    expanded?: boolean;
    key?: string;
  },
  ...children: Children[]
): VNode {
  const attrs: Record<string, string | boolean> = { type: 'button' };
  if (options.label !== undefined) {
    attrs['aria-label'] = options.label;
    attrs['title'] = options.label;
  }
  if (options.disabled) attrs['disabled'] = true;
  if (options.expanded !== undefined) attrs['aria-expanded'] = String(options.expanded);
  if (options.pressed !== undefined) attrs['aria-pressed'] = String(options.pressed);
  const data: VNodeData = { attrs, on: { click: options.onClick } };
  if (options.key !== undefined) data.key = options.key;
  return h(`button${selector}`, data, ...children);
}

/** A link inside the page; the router handles its clicks. */
export const link = (selector: string, href: string, ...children: Children[]): VNode =>
  h(`a${selector}`, { attrs: { href } }, ...children);
