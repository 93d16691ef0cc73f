/** The dialogs Open and Share. */
import { t } from '../i18n';
import { dialog } from '../ui/dialog';
import { button, h, link, type VNode } from '../ui/dom';
import { icon } from '../ui/icons';
import type { RecentItem } from './recent';

export interface ImportView {
  problem: string | null;
  /** The most recent analyses and collections on this device. */
  recent: readonly RecentItem[];
  take: (input: string | File) => void;
  startNew: () => void;
  close: () => void;
}

export function importDialog(view: ImportView): VNode {
  const open = (input: HTMLInputElement): void => {
    const [file] = input.files ?? [];
    if (file) view.take(file);
  };
  return dialog('.import', { label: t('importGame'), close: view.close }, [
    h('h2', null, t('importGame')),
    h(
      'form.import-form',
      {
        on: {
          submit: (event: SubmitEvent) => {
            event.preventDefault();
            view.take(String(new FormData(event.currentTarget as HTMLFormElement).get('text') ?? ''));
          },
        },
      },
      [
        h('label.field', null, [
          h('span', null, t('pasteHere')),
          h('textarea', { attrs: { name: 'text', rows: 9, spellcheck: 'false', placeholder: '1. e4 e5 2. Nf3 …' } }),
        ]),
        view.problem ? h('p.problem', { attrs: { role: 'alert' } }, view.problem) : null,
        h('p.hint', null, t('dropHint')),
        h('div.prompt-buttons', null, [
          button('', { onClick: view.close }, t('cancel')),
          h('label.button.file', null, [
            t('chooseFile'),
            h('input.visually-hidden', {
              attrs: { type: 'file', accept: '.pgn,.txt,.fen,text/plain', 'data-testid': 'file' },
              on: { change: (event: Event) => open(event.target as HTMLInputElement) },
            }),
          ]),
          h('button.primary', { attrs: { type: 'submit' } }, t('open')),
        ]),
      ],
    ),
    view.recent.length === 0
      ? null
      : h('section.recent', null, [
          h('h3', null, t('recent')),
          h(
            'ul.rows',
            null,
            view.recent.map(({ href, title }) => h('li', null, [link('.recent-link', href, title)])),
          ),
        ]),
    h('div.prompt-buttons', null, [
      button('', { onClick: view.startNew }, t('newAnalysis')),
      link('.button', '/library', t('library')),
    ]),
  ]);
}

export interface ShareView {
  fen: string;
  pgn: string;
  link: string;
  positionLink: string;
  copied: string | null;
  copy: (what: string, text: string) => void;
  downloadPgn: () => void;
  downloadPicture: (kind: 'svg' | 'png') => void;
  print: () => void;
  close: () => void;
}

export function shareDialog(view: ShareView): VNode {
  const field = (what: string, label: string, value: string): VNode =>
    h('div.field', null, [
      h('span', { attrs: { id: `share-${what}` } }, label),
      h('div.copy', null, [
        h('input', {
          attrs: { readonly: true, 'aria-labelledby': `share-${what}`, 'data-share': what },
          props: { value },
          on: { focus: (event: FocusEvent) => (event.target as HTMLInputElement).select() },
        }),
        button(
          '',
          { onClick: () => view.copy(what, value), label: `${t('copy')}: ${label}` },
          icon(view.copied === what ? 'check' : 'copy'),
        ),
      ]),
    ]);
  return dialog('.share', { label: t('share'), close: view.close }, [
    h('h2', null, t('share')),
    field('fen', 'FEN', view.fen),
    field('link', t('linkToGame'), view.link),
    field('position', t('linkToPosition'), view.positionLink),
    h('label.field', null, [
      h('span', null, 'PGN'),
      h('textarea', { attrs: { readonly: true, rows: 6, 'data-share': 'pgn' }, props: { value: view.pgn } }),
    ]),
    h('div.share-buttons', null, [
      button(
        '',
        { onClick: () => view.copy('pgn', view.pgn) },
        icon(view.copied === 'pgn' ? 'check' : 'copy'),
        t('copyPgn'),
      ),
      button('', { onClick: view.downloadPgn }, t('downloadPgn')),
      button('', { onClick: () => view.downloadPicture('svg') }, t('pictureSvg')),
      button('', { onClick: () => view.downloadPicture('png') }, t('picturePng')),
      button('.print-sheet', { onClick: view.print }, t('printScoreSheet')),
    ]),
    h('div.prompt-buttons', null, [button('.primary', { onClick: view.close }, t('close'))]),
  ]);
}
