/** The controls of the form. */
import { type Children, h, type VNode } from '../ui/dom';
import { radioGroup } from '../ui/radio';

/** A labelled radio group. */
export function row<T>(
  name: string,
  label: string,
  options: readonly (readonly [T, Children, string?])[],
  current: T,
  pick: (value: T) => void,
  isOff: (value: T) => boolean = () => false,
): VNode {
  return h(`div.row.row-${name}`, null, [
    h('p.legend', { attrs: { 'aria-hidden': 'true' } }, label),
    radioGroup({
      selector: '.segments',
      choice: '.segment',
      label,
      options: options.map(([value, content, title]) => ({ value, content, label: title, disabled: isOff(value) })),
      current,
      pick,
    }),
  ]);
}

export const tick = (label: string, checked: boolean, change: (checked: boolean) => void): VNode =>
  h('label.tick', null, [
    h('input', {
      props: { checked },
      attrs: { type: 'checkbox' },
      on: { change: (event: Event) => change((event.target as HTMLInputElement).checked) },
    }),
    label,
  ]);

export const line = (
  label: string,
  value: string | number,
  change: (text: string) => void,
  attrs: Record<string, string | number | boolean> = {},
): VNode =>
  h('label.field', null, [
    h('span', null, label),
    h('input', {
      props: { value },
      attrs: { autocomplete: 'off', spellcheck: 'false', ...attrs },
      on: { input: (event: InputEvent) => change((event.target as HTMLInputElement).value) },
    }),
  ]);
