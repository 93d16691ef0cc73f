/** Building blocks for the forms of the club pages. */
import { locale } from '../i18n';
import { h, type VNode } from '../ui/dom';

export function form(
  selector: string,
  submit: (data: FormData, form: HTMLFormElement) => void,
  children: (VNode | null)[],
): VNode {
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    const element = event.currentTarget as HTMLFormElement;
    submit(new FormData(element), element);
  };
  return h(`form${selector}`, { on: { submit: onSubmit } }, children);
}

export const field = (label: string, input: VNode): VNode => h('label.field', null, [h('span', null, label), input]);

export const textInput = (name: string, value: string, more: Record<string, string | boolean> = {}): VNode =>
  h('input', { attrs: { name, value, ...more } });

export const tick = (name: string, label: string, checked: boolean): VNode =>
  h('label.tick', null, [h('input', { attrs: { type: 'checkbox', name, checked } }), label]);

export function select(name: string, value: string, options: [string, string][]): VNode {
  return h(
    'select',
    { attrs: { name } },
    options.map(([key, text]) => h('option', { attrs: { value: key, selected: key === value } }, text)),
  );
}

export const moment = (millis: number): string =>
  new Date(millis).toLocaleString(locale(), { dateStyle: 'short', timeStyle: 'short' });
