/** The laws, each with a board on which the arbiter demonstrates it and answers the reader's moves. */
import './laws.css';
import { withLinks, wordsOf } from '../about/links';
import { type AboutTexts, aboutTexts } from '../about/texts';
import { inLetters } from '../analysis/letters';
import { board, resetBoard } from '../board/board';
import { promotion } from '../board/promotion';
import { inspect, readMove, replay } from '../core';
import { clockText } from '../game/clock';
import { noMateText } from '../game/proof';
import { type Key, language, t } from '../i18n';
import { announce } from '../ui/announce';
import { button, h, link, type VNode } from '../ui/dom';
import { icon } from '../ui/icons';
import type { Language } from '../ui/languages';
import type { Screen, Visit } from '../ui/router';
import { settings } from '../ui/settings';
import type { State } from '../wire';
import { articles } from './articles';
import { Demo } from './demo';
import { examples, groups, lawIds } from './examples';
import { type Laws, lawTexts } from './texts';
import { saidText } from './words';

export const isLaw = (id: string): boolean => lawIds.includes(id.toUpperCase());

export class LawsScreen implements Screen {
  private readonly id: string | null;
  private laws: Laws | null = null;
  private glossary: AboutTexts['glossary'] | null = null;
  private spoken: Language | null = null;
  private demo: Demo;
  private picked: { from: string; to: string } | null = null;

  constructor(private readonly visit: Visit) {
    const asked = visit.params['id']?.toUpperCase() ?? null;
    this.id = asked !== null && asked in examples ? asked : null;
    this.demo = this.fresh();
  }

  title(): string {
    const [title] = (this.id && this.laws?.[this.id]) || [null];
    return this.id === null || title === null ? t('laws') : `${t('law', { law: this.id })}: ${title}`;
  }

  private fresh(): Demo {
    return new Demo(examples[this.id ?? 'B01'] ?? { steps: [] });
  }

  private async load(wanted: Language): Promise<void> {
    this.spoken = wanted;
    const [laws, about] = await Promise.all([lawTexts[wanted](), aboutTexts[wanted]()]);
    this.laws = laws;
    this.glossary = about.glossary;
    this.visit.redraw();
  }

  view(): VNode {
    if (this.spoken !== language()) void this.load(language());
    // Nothing is drawn before the texts have arrived, because they would move the board.
    if (this.laws === null) return h('div.laws', null);
    return h('div.laws', { class: { chosen: this.id !== null } }, [
      this.stageBoard(),
      h(
        'article.law',
        { key: this.id ?? 'intro' },
        this.id === null ? this.intro(this.laws) : this.law(this.id, this.laws),
      ),
    ]);
  }

  /** All laws, by group. */
  private contents(laws: Laws): VNode {
    return h(
      'nav.laws-contents',
      { attrs: { 'aria-label': t('allLaws') } },
      groups.map(group =>
        h('section', { key: group }, [
          h('h2', null, t(`group${group}` as Key)),
          h(
            'ul',
            null,
            lawIds
              .filter(id => id.startsWith(group))
              .map(id =>
                h('li', { key: id }, [
                  link('', `/laws/${id}`, h('span.law-id', null, id), h('span', null, laws[id]?.[0] ?? '')),
                ]),
              ),
          ),
        ]),
      ),
    );
  }

  private intro(laws: Laws): VNode[] {
    return [
      h('h1', null, t('laws')),
      h('p.law-text', null, [t('lawsIntro'), ' ', link('', '/about', t('about'))]),
      this.contents(laws),
    ];
  }

  private law(id: string, laws: Laws): (VNode | null)[] {
    const [title, text] = laws[id] ?? ['', ''];
    const index = lawIds.indexOf(id);
    const neighbour = (by: number, label: Key): VNode | null => {
      const other = lawIds[index + by];
      return other
        ? link(
            '.button',
            `/laws/${other}`,
            by < 0 ? icon('back') : '',
            h('span.visually-hidden', null, `${t(label)}: `),
            other,
            by > 0 ? icon('next') : '',
          )
        : h('span', null);
    };
    return [
      link('.law-back', '/laws', icon('back'), t('allLaws')),
      h('h1', null, [h('span.law-id', null, id), ' ', title]),
      h('p.law-text', null, this.glossary === null ? text : withLinks(text, this.glossary.entries)),
      this.glossary === null ? null : wordsOf(id, this.glossary),
      h('p.law-article', null, articles[id] ? t('fideArticle', { article: articles[id] ?? '' }) : t('fideNone')),
      this.stageSide(),
      h('nav.law-neighbours', { attrs: { 'aria-label': t('laws') } }, [
        neighbour(-1, 'previousLaw'),
        neighbour(1, 'nextLaw'),
      ]),
    ];
  }

  private readonly step = (): void => {
    if (this.demo.finished && this.demo.begun) this.demo = this.fresh();
    else {
      this.demo.step();
      this.tell();
    }
    this.picked = null;
    this.visit.redraw();
  };

  private play(move: string): void {
    this.demo.play(move);
    this.picked = null;
    this.tell();
    this.visit.redraw();
  }

  private tell(): void {
    const last = this.demo.said.at(-1);
    if (!last) return;
    const { action, rulings } = saidText(last);
    announce([action, ...rulings].join('. '));
  }

  private readonly moved = (from: string, to: string): void => {
    const read = readMove(this.demo.state().fen, 'standard', from + to);
    if (read.is === 'promotion') {
      this.picked = { from, to };
      this.visit.redraw();
    } else this.play(read.is === 'legal' ? read.uci : from + to);
    resetBoard('law');
  };

  private stageBoard(): VNode {
    const state = this.demo.state();
    const side = this.demo.example.black ? 'black' : 'white';
    const over = state.result !== null;
    return h('div.stage-board', { key: `board-${this.id ?? 'intro'}` }, [
      board({
        key: 'law',
        fen: state.fen,
        orientation: side,
        turn: state.turn,
        check: state.check,
        lastMove: this.demo.lastMove(),
        movable: over ? null : 'both',
        dests: over ? {} : destsOf(state),
        shapes: this.marks(state),
        onMove: this.moved,
        onShapes: () => undefined,
        keyboard: true,
      }),
      this.picked
        ? promotion({
            color: state.turn,
            to: this.picked.to,
            orientation: side,
            choose: letter => this.picked && this.play(`${this.picked.from}${this.picked.to}${letter}`),
            cancel: () => this.unpick(),
          })
        : null,
      h('p#board-help.visually-hidden', null, t('boardHelp')),
    ]);
  }

  /** The buttons, and the steps so far with the arbiter's rulings. */
  private stageSide(): VNode {
    const { demo } = this;
    const state = demo.state();
    const label = !demo.begun ? t('showIt') : demo.finished ? t('again') : t('showNext');
    return h('div.stage-side', null, [
      h('div.stage-buttons', null, [
        button(
          '.primary',
          { onClick: this.step, disabled: demo.example.steps.length === 0 },
          icon(demo.begun && demo.finished ? 'again' : 'play'),
          label,
        ),
        demo.begun && !demo.finished
          ? button('', { onClick: () => this.restart(), label: t('again') }, icon('again'))
          : null,
      ]),
      clocks(state),
      h(
        'ol.said',
        { attrs: { 'aria-label': t('movesThrough') } },
        demo.said.map(said => saidLine(said)),
      ),
      state.result !== null ? verdict(state) : demo.begun ? null : h('p.hint', null, t('tryYourself')),
    ]);
  }

  private restart(): void {
    this.demo = this.fresh();
    this.picked = null;
    this.visit.redraw();
  }

  private unpick(): void {
    this.picked = null;
    resetBoard('law');
    this.visit.redraw();
  }

  /** Before the first step: marks where the piece in question can go. */
  private marks(state: State) {
    const { look } = this.demo.example;
    if (!look || this.demo.begun) return [];
    const targets = destsOf(state)[look] ?? [];
    return [look, ...targets].map((square, index) => ({ orig: square as 'a1', brush: index === 0 ? 'blue' : 'green' }));
  }
}

const destsOf = (state: State): Record<string, string[]> => {
  if (state.dests) return state.dests as Record<string, string[]>;
  const found = inspect(state.fen, 'standard');
  return found.is === 'playable' ? (found.dests as Record<string, string[]>) : {};
};

function saidLine(said: Demo['said'][number]): VNode {
  const { action, rulings, refused } = saidText(said);
  return h('li', { class: { refused } }, [action, rulings.map(text => h('small', null, text))]);
}

/** The clocks, if the example has any. */
function clocks({ clock, running }: State): VNode | null {
  if (clock.white === null && clock.black === null) return null;
  return h(
    'div.stage-clocks',
    null,
    (['white', 'black'] as const).map(color =>
      h('span', { class: { running: running === color } }, [
        h(`span.dot.${color}`, null),
        h('span.visually-hidden', null, t(color)),
        clock[color] === null ? '–' : clockText(clock[color]),
      ]),
    ),
  );
}

/** The proof of a ruling: the mate that was still possible, or why there was none. */
function verdict(state: State): VNode | null {
  const line = state.mating_line ?? [];
  if (line.length > 0) {
    const { steps } = replay({ fen: state.fen, moves: line });
    const names = steps.flatMap(({ played }) => (played ? [inLetters(played.san, settings().letters)] : []));
    return h('p.stage-proof', null, [t('aMateExists'), ' ', h('b', null, names.join(' '))]);
  }
  return state.no_mate_of ? h('p.stage-proof', null, t('noMateBecause', { why: noMateText(state.no_mate_of) })) : null;
}
