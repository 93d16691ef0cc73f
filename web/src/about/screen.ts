/** The page about chess: the aim of the game, its history, and a glossary. */
import './about.css';
import { language, t } from '../i18n';
import { h, link, type VNode } from '../ui/dom';
import type { Language } from '../ui/languages';
import type { Screen, Visit } from '../ui/router';
import { type AboutTexts, aboutTexts } from './texts';

export class AboutScreen implements Screen {
  private texts: AboutTexts | null = null;
  private spoken: Language | null = null;

  constructor(private readonly visit: Visit) {}

  title(): string {
    return this.texts?.title ?? t('about');
  }

  private async load(wanted: Language): Promise<void> {
    this.spoken = wanted;
    this.texts = await aboutTexts[wanted]();
    this.visit.redraw();
  }

  view(): VNode {
    if (this.spoken !== language()) void this.load(language());
    if (this.texts === null) return h('div.about', null);
    const { title, aim, history, glossary } = this.texts;
    const part = (section: AboutTexts['aim']): VNode =>
      h('section', null, [h('h2', null, section.title), ...section.paragraphs.map(text => h('p', null, text))]);
    return h('article.about', { hook: { insert: toFragment } }, [
      h('h1', null, title),
      part(aim),
      part(history),
      h('section', null, [
        h('h2', null, glossary.title),
        h(
          'dl.glossary',
          null,
          glossary.entries.map(({ id, term, text, law }) =>
            h('div', { key: id, attrs: { id } }, [
              h('dt', null, term),
              h('dd', null, [text, ' ', law ? link('', `/laws/${law}`, t('law', { law })) : null]),
            ]),
          ),
        ),
      ]),
    ]);
  }
}

/** Scrolls to the entry named in the fragment: the browser looked for it before the page was drawn. */
function toFragment(): void {
  const id = decodeURIComponent(location.hash.slice(1));
  if (id !== '') requestAnimationFrame(() => document.getElementById(id)?.scrollIntoView());
}
