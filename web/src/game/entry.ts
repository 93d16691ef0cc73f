/** A move typed in any notation: to be played, or over the board written down with a claim (laws E10, E13). */
import { t } from '../i18n';
import { h, type VNode } from '../ui/dom';

export interface EntryView {
  play: (text: string) => void;
  /** None where a claim needs no move that is not yet made. */
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
          const does = (event.submitter as HTMLButtonElement | null)?.value === 'claim' && claim ? claim : play;
          if (text !== '') does(text);
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
      // Enter plays: the first button of a form is the one that it means.
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
