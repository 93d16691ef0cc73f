/** The library: analyses and PGN files saved on this device. */
import './library.css';
import { locale, t } from '../i18n';
import { deleteAnalysis, type SavedAnalysis, savedAnalyses } from '../storage/analyses';
import { type Collection, deleteCollection, savedCollections } from '../storage/collections';
import { button, h, link, type VNode } from '../ui/dom';
import { icon } from '../ui/icons';
import type { Screen, Visit } from '../ui/router';

const day = (time: number): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' }).format(time);

const number = (value: number): string => new Intl.NumberFormat(locale()).format(value);

export class LibraryScreen implements Screen {
  private analyses: SavedAnalysis[] | null = null;
  private collections: Collection[] | null = null;
  private deleting: string | null = null;

  constructor(private readonly visit: Visit) {
    void this.load();
  }

  title(): string {
    return t('library');
  }

  private async load(): Promise<void> {
    [this.analyses, this.collections] = await Promise.all([savedAnalyses(), savedCollections()]);
    this.visit.redraw();
  }

  view(): VNode {
    return h('div.library', null, [
      h('header.library-head', null, [
        h('h1', null, t('library')),
        link('.button', '/analysis#new', icon('analysis'), t('newAnalysis')),
      ]),
      h('p.hint', null, t('libraryHint')),
      this.section(
        t('recentAnalyses'),
        t('noAnalyses'),
        this.analyses?.map(({ id, title, changed }) =>
          this.item(id, `/analysis/${id}`, title, day(changed), () => deleteAnalysis(id)),
        ),
      ),
      this.section(
        t('collections'),
        t('noCollections'),
        this.collections?.map(({ id, name, count, added }) =>
          this.item(
            id,
            `/collection/${id}`,
            name,
            [count === null ? null : t('gamesInFile', { count: number(count) }), day(added)]
              .filter(Boolean)
              .join(' · '),
            () => deleteCollection(id),
          ),
        ),
      ),
      h('p.hint', null, t('openingsCredit')),
    ]);
  }

  private section(title: string, none: string, items: VNode[] | undefined): VNode {
    return h('section', null, [
      h('h2', null, title),
      items === undefined
        ? h('p.hint', null, t('loading'))
        : items.length === 0
          ? h('p.hint', null, none)
          : h('ul.rows.library-rows', null, items),
    ]);
  }

  private item(id: string, href: string, title: string, details: string, erase: () => Promise<unknown>): VNode {
    if (this.deleting === id)
      return h('li', { key: id }, [
        h('span.library-sure', null, t('deleteSure', { name: title })),
        button('.small.danger', { onClick: () => void erase().then(() => this.ask(null, true)) }, t('delete')),
        button('.small', { onClick: () => this.ask(null) }, t('cancel')),
      ]);
    return h('li', { key: id }, [
      link('.row-link', href, h('span', null, [h('b', null, title), h('small', null, details)])),
      button('.quiet', { onClick: () => this.ask(id), label: t('deleteNamed', { name: title }) }, icon('trash')),
    ]);
  }

  private ask(id: string | null, changed = false): void {
    this.deleting = id;
    if (changed) void this.load();
    this.visit.redraw();
  }
}
