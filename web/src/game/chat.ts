/** The chat of a game. */
import { t } from '../i18n';
import { h, type VNode } from '../ui/dom';
import type { GameModel } from './model';

const MAX_LENGTH = 140;

export function chat(model: GameModel, say: (text: string) => void): VNode {
  return h('div.chat', null, [
    h(
      'ol.chat-lines',
      {
        attrs: { 'aria-live': 'polite', 'aria-label': t('chat'), tabindex: 0 },
        hook: {
          postpatch: (_, vnode) => {
            const list = vnode.elm as HTMLElement;
            list.scrollTop = list.scrollHeight;
          },
        },
      },
      model.chat.length === 0
        ? h('li.chat-none', null, t('noChat'))
        : model.chat.map(line =>
            h('li', { class: { spectator: line.color === null } }, [h('b', null, line.from), ' ', line.text]),
          ),
    ),
    model.you === null || model.you === 'both'
      ? null
      : h(
          'form.chat-form',
          {
            on: {
              submit: (event: SubmitEvent) => {
                event.preventDefault();
                const form = event.currentTarget as HTMLFormElement;
                const text = String(new FormData(form).get('text') ?? '').trim();
                if (text !== '') say(text);
                form.reset();
              },
            },
          },
          [
            h('input', {
              attrs: {
                name: 'text',
                maxlength: MAX_LENGTH,
                autocomplete: 'off',
                'aria-label': t('chatField'),
                placeholder: t('chatField'),
              },
            }),
            h('button', { attrs: { type: 'submit' } }, t('send')),
          ],
        ),
  ]);
}
