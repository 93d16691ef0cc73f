/** A radio group: one stop for the Tab key, arrow keys inside. */
import { type Children, h, type VNode } from './dom';

export interface RadioOption<T> {
  value: T;
  content: Children;
  /** The accessible name, if the content alone is not clear. */
  label?: string | undefined;
  disabled?: boolean;
  attrs?: Record<string, string>;
}

export interface RadioView<T> {
  /** The selector of the group, such as `.segments`. */
  selector: string;
  /** The selector of each choice, such as `.segment`. */
  choice: string;
  label: string;
  options: readonly RadioOption<T>[];
  current: T;
  pick: (value: T) => void;
}

/** The step of each arrow key. */
const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

function walk(event: KeyboardEvent): void {
  const by = steps[event.key];
  if (by === undefined) return;
  const group = event.currentTarget as HTMLElement;
  const choices = [...group.querySelectorAll<HTMLButtonElement>('[role=radio]:not(:disabled)')];
  const at = choices.indexOf(document.activeElement as HTMLButtonElement);
  const next = choices[(at + by + choices.length) % choices.length];
  if (at < 0 || !next) return;
  event.preventDefault();
  event.stopPropagation();
  next.focus();
  next.click();
}

export function radioGroup<T>({ selector, choice, label, options, current, pick }: RadioView<T>): VNode {
  const taken = options.some(({ value, disabled }) => value === current && !disabled);
  const first = options.find(({ disabled }) => !disabled)?.value;
  return h(
    `div${selector}`,
    { attrs: { role: 'radiogroup', 'aria-label': label }, on: { keydown: walk } },
    options.map(({ value, content, label: title, disabled = false, attrs = {} }) =>
      h(
        `button${choice}`,
        {
          key: String(value),
          class: { current: value === current },
          attrs: {
            type: 'button',
            role: 'radio',
            disabled,
            'aria-checked': String(value === current),
            tabindex: (taken ? value === current : value === first) ? 0 : -1,
            ...(title ? { title, 'aria-label': title } : {}),
            ...attrs,
          },
          on: { click: () => pick(value) },
        },
        content,
      ),
    ),
  );
}
