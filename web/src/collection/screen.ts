/** The screen of a PGN file: a list of games that can be searched. */
import './collection.css';
import { shortDateText } from '../analysis/dates';
import { type Key, locale, t } from '../i18n';
import { deleteCollection } from '../storage/collections';
import { button, h, link, type VNode } from '../ui/dom';
import { icon } from '../ui/icons';
import { go, type Screen, type Visit } from '../ui/router';
import type { Side } from '../wire';
import { CollectionClient } from './client';
import { type Row, SORTS, type Sort } from './rows';
import { listWindow, ROW_HEIGHT, scrollToRow } from './window';

const sortNames: Record<Sort, Key> = {
  file: 'sortFile',
  white: 'white',
  black: 'black',
  rating: 'sortRating',
  date: 'sortDate',
  event: 'sortEvent',
  opening: 'opening',
  moves: 'sortMoves',
};

/** Milliseconds after the last key until a search begins. */
const SEARCH_DEBOUNCE = 120;

const number = (value: number): string => new Intl.NumberFormat(locale()).format(value);

export class CollectionScreen implements Screen {
  private readonly client: CollectionClient;
  private readonly id: string;
  private text = '';
  private sort: Sort = 'file';
  private scrollTop = 0;
  private viewHeight = 600;
  private searched = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** The index of the row that gets the focus once it is drawn. */
  private focused: number | null = null;
  private readonly sizes = new ResizeObserver(([entry]) => {
    this.viewHeight = entry?.contentRect.height ?? this.viewHeight;
    this.visit.redraw();
  });

  constructor(private readonly visit: Visit) {
    this.id = visit.params['id'] ?? '';
    this.client = new CollectionClient(this.id, () => this.changed());
  }

  close(): void {
    clearTimeout(this.timer);
    this.sizes.disconnect();
    this.client.close();
  }

  title(): string {
    return this.client.name || t('collection');
  }

  private changed(): void {
    if (this.client.games !== null && !this.searched) {
      this.searched = true;
      this.search();
    }
    this.visit.redraw();
  }

  private search(): void {
    this.client.search(this.text, this.sort);
  }

  private readonly typed = (event: Event): void => {
    this.text = (event.target as HTMLInputElement).value;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.toTop();
      this.search();
    }, SEARCH_DEBOUNCE);
  };

  private toTop(): void {
    this.scrollTop = 0;
    const list = document.querySelector('.collection-scroll');
    if (list) list.scrollTop = 0;
  }

  /** Stops reading the file and deletes the collection. */
  private cancel(): void {
    this.client.close();
    void deleteCollection(this.id).then(() => go('/analysis', { replace: true }));
  }

  view(): VNode {
    const { client } = this;
    return h('div.collection', null, [
      h('header.collection-head', null, [
        h('h1', null, client.name || t('collection')),
        link('.button.small', '/library', icon('book'), t('library')),
      ]),
      client.problem ? this.problem() : client.games === null ? this.progress() : this.list(),
    ]);
  }

  private problem(): VNode {
    const { problem } = this.client;
    const text =
      problem === 'missing' || problem === null ? t('collectionMissing') : t('somethingFailed', { why: problem.why });
    return h('p.problem', { attrs: { role: 'alert' } }, text);
  }

  private progress(): VNode {
    const { progress } = this.client;
    const share = progress && progress.size > 0 ? progress.bytes / progress.size : 0;
    return h('div.panel.collection-progress', null, [
      h('p', { attrs: { role: 'status' } }, [
        progress ? t('gamesReadSoFar', { count: number(progress.games) }) : t('loading'),
      ]),
      h('progress', { attrs: { max: 1, value: share.toFixed(3), 'aria-label': t('readingFile') } }),
      button('', { onClick: () => this.cancel() }, t('cancel')),
    ]);
  }

  private list(): VNode {
    const { client } = this;
    const { found, games } = client;
    const shown = listWindow(found.length, this.scrollTop, this.viewHeight);
    const places = [...found.subarray(shown.first, shown.end)];
    client.fetchRows(places);
    return h('section.collection-body', null, [
      h('div.collection-tools', null, [
        h('label.field', null, [
          h('span', null, t('searchGames')),
          h('input', {
            attrs: { type: 'search', placeholder: t('searchGamesHint'), autocomplete: 'off', spellcheck: 'false' },
            on: { input: this.typed },
          }),
        ]),
        h('label.field.collection-sort', null, [
          h('span', null, t('sortBy')),
          h(
            'select',
            {
              on: {
                change: (event: Event) => {
                  this.sort = (event.target as HTMLSelectElement).value as Sort;
                  this.toTop();
                  this.search();
                },
              },
            },
            SORTS.map(sort =>
              h('option', { attrs: { value: sort, selected: sort === this.sort } }, t(sortNames[sort])),
            ),
          ),
        ]),
      ]),
      h(
        'p.hint',
        { attrs: { role: 'status' } },
        found.length === games
          ? t('gamesInFile', { count: number(games ?? 0) })
          : t('gamesFound', { found: number(found.length), count: number(games ?? 0) }),
      ),
      h(
        'div.collection-scroll',
        {
          attrs: { tabindex: 0, role: 'region', 'aria-label': t('games') },
          hook: {
            insert: vnode => this.sizes.observe(vnode.elm as Element),
            postpatch: () => this.giveFocus(),
          },
          on: {
            scroll: (event: Event) => {
              this.scrollTop = (event.target as Element).scrollTop;
              this.visit.redraw();
            },
            keydown: (event: KeyboardEvent) => this.key(event),
          },
        },
        h('div.collection-space', { style: { height: `${shown.height}px` } }, [
          h(
            'ul.collection-rows',
            { style: { transform: `translateY(${shown.top}px)` } },
            places.map((place, index) => this.row(place, shown.first + index)),
          ),
        ]),
      ),
    ]);
  }

  private row(place: number, position: number): VNode {
    const row = this.client.row(place);
    return h(
      'li',
      { key: place, attrs: { 'aria-setsize': this.client.found.length, 'aria-posinset': position + 1 } },
      h(
        'a.collection-row',
        {
          attrs: {
            href: `/analysis#${new URLSearchParams({ collection: this.id, game: String(place) })}`,
            'data-row': position,
          },
        },
        row ? rowView(row, place) : [h('span.collection-players', null, '…')],
      ),
    );
  }

  private key(event: KeyboardEvent): void {
    const list = event.currentTarget as HTMLElement;
    const row = (event.target as Element).closest<HTMLElement>('[data-row]');
    const at = row ? Number(row.dataset['row']) : -1;
    const page = Math.max(1, Math.floor(this.viewHeight / ROW_HEIGHT) - 1);
    const last = this.client.found.length - 1;
    const wanted = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: last,
    }[event.key];
    if (wanted === undefined || last < 0) return;
    event.preventDefault();
    this.focused = Math.max(0, Math.min(last, wanted));
    list.scrollTop = scrollToRow(last + 1, this.focused, list.scrollTop, this.viewHeight);
    this.visit.redraw();
  }

  private giveFocus(): void {
    if (this.focused === null) return;
    const row = document.querySelector<HTMLElement>(`[data-row="${this.focused}"]`);
    if (!row) return;
    row.focus({ preventScroll: true });
    this.focused = null;
  }
}

const player = (name: string, rating: string, color: Side): VNode =>
  h('span.collection-player', null, [
    h(`span.dot.${color}`, { attrs: { 'aria-hidden': 'true' } }),
    h('b', null, name),
    rating === '' ? null : h('small', null, rating),
  ]);

const rowView = (row: Row, place: number): VNode[] => [
  h('span.collection-number', null, number(place + 1)),
  h('span.collection-players', null, [
    player(row.white, row.whiteRating, 'white'),
    player(row.black, row.blackRating, 'black'),
  ]),
  h('span.collection-result', null, row.result),
  h('span.collection-event', null, [
    h('span', null, row.event),
    h('small', null, [
      shortDateText(row.date),
      h(
        'span.collection-moves',
        null,
        `${row.date === '' ? '' : ' · '}${t('movesMade', { count: Number(row.moves) })}`,
      ),
    ]),
  ]),
  h('span.collection-opening', null, row.opening),
];
