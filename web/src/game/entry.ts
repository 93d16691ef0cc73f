/** A move typed in any notation. */
import { t } from '../i18n';
import { h, type VNode } from '../ui/dom';

export function moveEntry(play: (text: string) => void): VNode {
  return h(
    'form.entry',
    {
      on: {
        submit: (event: SubmitEvent) => {
          event.preventDefault();
          const form = event.currentTarget as HTMLFormElement;
          const text = String(new FormData(form).get('move') ?? '').trim();
          if (text !== '') play(text);
          form.reset();
        },
      },
    },
    h('input', {
      attrs: {
        name: 'move',
        'aria-label': t('moveEntry'),
        placeholder: `${t('moveEntry')}: ${t('moveEntryHint')}`,
        autocomplete: 'off',
        autocapitalize: 'off',
        spellcheck: 'false',
        maxlength: 12,
      },
    }),
  );
}
