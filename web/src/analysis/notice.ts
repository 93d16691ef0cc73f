/** A notice about something that can be undone. */
import { t } from '../i18n';
import { button, h, type VNode } from '../ui/dom';

export const noticeView = ({ text, undo }: { text: string; undo: () => void }): VNode =>
  h('div.note.undo-notice', { attrs: { role: 'status' } }, [
    h('span', null, text),
    button('.small', { onClick: undo }, t('undo')),
  ]);
