/**
 * The field for typing moves in any notation: to play them or, under tournament conduct, to claim a draw with them
 * (laws E10, E13).
 */
import { t } from '../i18n';
import { h, type VNode } from '../ui/dom';

export interface EntryView {
  play: (text: string) => void;
  /** Claims a draw with a move that is written down; null where such claims are not made. */
  claim: ((text: string) => void) | null;
}

export function moveEntry({ play, claim }: EntryView): VNode {
  return h(
    'form.entry',
    {
      on: {
        submit: (event: SubmitEvent) => {
          event.preventDefault();
          const form = event.currentTarget as HTMLFormElement;
          const text = String(new FormData(form).get('move') ?? '').trim();
          const submit = (event.submitter as HTMLButtonElement | null)?.value === 'claim' && claim ? claim : play;
          if (text !== '') submit(text);
          form.reset();
        },
      },
    },
    [
      h('input', {
        attrs: {
          name: 'move',
          'aria-label': t('moveEntry'),
          placeholder: `${t('moveEntry')}: ${t('moveEntryHint')}`,
          autocomplete: 'off',
          autocapitalize: 'off',
          spellcheck: 'false',
          maxlength: 24,
        },
      }),
      // Enter activates the first submit button of a form, so a hidden button that plays comes first.
      claim
        ? h('button.visually-hidden', { attrs: { type: 'submit', value: 'play', tabindex: -1 } }, t('moveEntry'))
        : null,
      claim
        ? h(
            'button',
            { attrs: { type: 'submit', value: 'claim', title: t('claimWithMove'), 'aria-label': t('claimWithMove') } },
            t('claim'),
          )
        : null,
    ],
  );
}
