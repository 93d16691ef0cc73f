/** My games: those saved in this browser and, with a server, those stored there. */
import './games.css';
import { download, fileName } from '../analysis/files';
import { board } from '../board/board';
import { allReasons, reasonText, scoreText } from '../game/words';
import { type Key, t } from '../i18n';
import { me } from '../live/api';
import { addressOf } from '../local/begin';
import { dateTag, nameOf, pgnOf } from '../local/pgn';
import { forgetGame, type SavedGame, savedGames } from '../local/save';
import { openingText } from '../openings';
import { button, h, link, type VNode } from '../ui/dom';
import { icon } from '../ui/icons';
import { go, type Screen, type Visit } from '../ui/router';
import type { FoundGame, Side } from '../wire';
import { day, keptGames } from './kept';
import { analysisOf, openingOfGame, outcomeFor } from './record';
import { type Filter, noFilter, PAGE_SIZE, searchGames } from './server';

export class GamesScreen implements Screen {
  private player: string | null = null;
  private filter: Filter = noFilter;
  private kept: FoundGame[] = [];
  private mayBeMore = false;
  private problem: string | null = null;
  private deleting: string | null = null;

  constructor(private readonly visit: Visit) {
    void this.connect();
  }

  title(): string {
    return t('myGames');
  }

  private async connect(): Promise<void> {
    const person = await me();
    if (!person) return;
    this.player = person.player.id;
    await this.search();
  }

  /** Fetches the first games from the server, or those after the last one. */
  private async search(before?: string): Promise<void> {
    if (this.player === null) return;
    try {
      const found = await searchGames(this.player, this.filter, before);
      this.kept = before ? [...this.kept, ...found] : found;
      this.mayBeMore = found.length >= PAGE_SIZE;
      this.problem = null;
    } catch (error) {
      this.problem = t('somethingFailed', { why: error instanceof Error ? error.message : String(error) });
    }
    this.visit.redraw();
  }

  view(): VNode {
    const finished = savedGames().filter(game => game.result !== null);
    return h('div.my-games', null, [
      h('h1', null, t('myGames')),
      this.player === null ? null : this.server(),
      h('section', null, [
        h('div.games-head', null, [
          h('h2', null, t('onThisDevice')),
          finished.length > 0
            ? button(
                '.small',
                {
                  onClick: () =>
                    download(
                      fileName(['tabiya', dateTag(Date.now())], 'pgn'),
                      finished.map(pgnOf).join('\n'),
                      'application/x-chess-pgn',
                    ),
                },
                icon('download'),
                t('exportAll'),
              )
            : null,
        ]),
        finished.length === 0
          ? h('p.hint', null, t('noGamesYet'))
          : h(
              'ul.game-cards',
              null,
              finished.map(game => this.card(game)),
            ),
      ]),
    ]);
  }

  private card(game: SavedGame): VNode {
    const outcome = outcomeFor(game);
    const side = game.you === 'black' ? 'black' : 'white';
    return h('li.game-card.panel', { key: game.id }, [
      link(
        '.game-card-board',
        addressOf(game),
        h('span.visually-hidden', null, `${nameOf(game, 'white')} – ${nameOf(game, 'black')}`),
        picture(game.id, game.fen, side),
      ),
      h('div.game-card-text', null, [
        h('p', null, [h('b', null, `${nameOf(game, 'white')} – ${nameOf(game, 'black')}`)]),
        h('p', { class: { won: outcome === 'won', lost: outcome === 'lost' } }, [
          h('strong', null, game.result === null ? '' : scoreText(game.result)),
          ' ',
          [outcome === 'won' || outcome === 'lost' ? t(outcome) : null, game.reason ? reasonText(game.reason) : null]
            .filter(Boolean)
            .join(', '),
        ]),
        h('p.hint', null, [day(game.date), t('movesMade', { count: Math.ceil(game.plies / 2) })].join(' · ')),
        this.opening(game),
        this.deleting === game.id ? this.sure(game) : this.actions(game),
      ]),
    ]);
  }

  private opening(game: SavedGame): VNode | null {
    const opening = openingOfGame(game, this.visit.redraw);
    return opening ? h('p.hint.game-opening', null, openingText(opening)) : null;
  }

  private actions(game: SavedGame): VNode {
    return h('div.game-card-actions', null, [
      button('.small', { onClick: () => go(analysisOf(game)) }, icon('analysis'), t('analyse')),
      button(
        '.small',
        {
          onClick: () =>
            download(
              fileName([nameOf(game, 'white'), nameOf(game, 'black'), dateTag(game.date)], 'pgn'),
              pgnOf(game),
              'application/x-chess-pgn',
            ),
          label: t('downloadPgn'),
        },
        icon('download'),
        t('exportOne'),
      ),
      button('.small.quiet', { onClick: () => this.ask(game.id), label: t('deleteGame') }, icon('trash')),
    ]);
  }

  private sure(game: SavedGame): VNode {
    return h('div.game-card-actions', { attrs: { role: 'group', 'aria-label': t('deleteGameSure') } }, [
      h('span', null, t('deleteGameSure')),
      button(
        '.small.danger',
        {
          onClick: () => {
            forgetGame(game.id);
            this.ask(null);
          },
        },
        t('deleteGame'),
      ),
      button('.small', { onClick: () => this.ask(null) }, t('cancel')),
    ]);
  }

  private ask(id: string | null): void {
    this.deleting = id;
    this.visit.redraw();
  }

  private server(): VNode {
    return h('section', null, [
      h('h2', null, t('onTheServer')),
      h('details.search-box', null, [h('summary', null, t('search')), this.form()]),
      this.problem ? h('p.problem', { attrs: { role: 'alert' } }, this.problem) : null,
      this.kept.length === 0 && !this.problem
        ? h('p.hint', null, t(this.filter === noFilter ? 'noServerGames' : 'noneFound'))
        : null,
      keptGames(this.kept),
      this.mayBeMore ? button('', { onClick: () => void this.search(this.kept.at(-1)?.id) }, t('moreGames')) : null,
    ]);
  }

  private form(): VNode {
    const text = (key: 'opponent' | 'opening' | 'from' | 'to', label: Key, type: string): VNode =>
      h('label.field', null, [
        h('span', null, t(label)),
        h('input', { attrs: { name: key, type, autocomplete: 'off' }, props: { value: this.filter[key] } }),
      ]);
    const list = (key: 'color' | 'result' | 'reason', label: Key, choices: [string, string][]): VNode =>
      h('label.field', null, [
        h('span', null, t(label)),
        h(
          'select',
          { attrs: { name: key } },
          [['', t('any')] as [string, string], ...choices].map(([value, name]) =>
            h('option', { attrs: { value, selected: this.filter[key] === value } }, name),
          ),
        ),
      ]);
    return h(
      'form.panel.filter',
      {
        on: {
          submit: (event: SubmitEvent) => {
            event.preventDefault();
            const data = new FormData(event.currentTarget as HTMLFormElement);
            this.filter = Object.fromEntries(
              Object.keys(noFilter).map(key => [key, String(data.get(key) ?? '')]),
            ) as unknown as Filter;
            void this.search();
          },
        },
      },
      [
        text('opponent', 'filterOpponent', 'text'),
        list('color', 'filterColor', [
          ['white', t('white')],
          ['black', t('black')],
        ]),
        list(
          'result',
          'filterResult',
          (['1-0', '0-1', '1/2-1/2', '0-0', '1/2-0', '0-1/2'] as const).map(result => [result, scoreText(result)]),
        ),
        list(
          'reason',
          'filterReason',
          allReasons.map(reason => [reason, reasonText(reason)]),
        ),
        text('from', 'filterFrom', 'date'),
        text('to', 'filterTo', 'date'),
        text('opening', 'filterOpening', 'text'),
        h('button.primary', { attrs: { type: 'submit' } }, t('search')),
      ],
    );
  }
}

/** The final position, as a thumbnail. */
const picture = (key: string, fen: string, orientation: Side): VNode =>
  board({
    key,
    fen,
    orientation,
    turn: 'white',
    check: false,
    lastMove: null,
    movable: null,
    dests: {},
    small: true,
    onMove: () => undefined,
  });
