/** The page of a tournament: entry, pairings with results, standings and crosstable. It can be printed as shown. */
import '../admin/admin.css';
import { field, form, textInput } from '../admin/forms';
import { type RealNames, withRealName } from '../admin/names';
import { timeText } from '../game/time';
import { t } from '../i18n';
import { me } from '../live/api';
import { problemText } from '../live/words';
import { profileAddress } from '../ui/addresses';
import { button, h, link, type VNode } from '../ui/dom';
import type { Screen, Visit } from '../ui/router';
import type { Score, TournamentAction, TournamentBoard, TournamentJson, TournamentRound } from '../wire';
import { actOnTournament, enterTournament, leaveTournament, readTournament } from './api';
import { systemNames } from './list';

/** Milliseconds between two requests for results. */
const REFRESH_INTERVAL = 5000;
const SCORES: Score[] = ['1-0', '1/2-1/2', '0-1', '+--', '--+', '0-0', '1/2-0', '0-1/2'];

export class TournamentScreen implements Screen {
  private shown: TournamentJson | null = null;
  private mayOrganize = false;
  private isMember = false;
  private problem: string | null = null;
  private readonly id: string;
  private readonly timer: ReturnType<typeof setInterval>;

  constructor(private readonly visit: Visit) {
    this.id = visit.params['id'] ?? '';
    void this.attempt(async () => {
      const person = (await me())?.player;
      const roles = person?.roles ?? [];
      this.isMember = person !== undefined && !person.guest;
      this.mayOrganize = roles.includes('admin') || roles.includes('arbiter');
      return readTournament(this.id);
    });
    this.timer = setInterval(() => {
      if (document.visibilityState === 'visible') void this.attempt(() => readTournament(this.id));
    }, REFRESH_INTERVAL);
  }

  title(): string {
    return this.shown?.name ?? t('tournaments');
  }

  close(): void {
    clearInterval(this.timer);
  }

  private async attempt(what: () => Promise<TournamentJson>): Promise<void> {
    try {
      this.shown = await what();
      this.problem = null;
    } catch (error) {
      this.problem = problemText(error);
    }
    this.visit.redraw();
  }

  private act(action: TournamentAction): void {
    void this.attempt(() => actOnTournament(this.id, action));
  }

  view(): VNode {
    const problem = this.problem ? h('p.problem', { attrs: { role: 'alert' } }, this.problem) : null;
    const shown = this.shown;
    if (!shown) return h('div.club', null, [h('h1', null, t('tournaments')), problem ?? h('p', null, t('loading'))]);
    const state = shown.over
      ? t('tournamentOver')
      : t('roundsPaired', { count: shown.rounds.length, all: shown.all_rounds });
    return h('div.club', null, [
      h('h1', null, shown.name),
      h('p.hint', null, [t(systemNames[shown.system]), timeText(shown.time), state].join(' · ')),
      problem,
      this.commands(shown),
      this.standings(shown),
      ...shown.rounds.map((round, index) => this.round(round, index + 1, shown.real_names)).reverse(),
    ]);
  }

  private commands(shown: TournamentJson): VNode {
    const begun = shown.rounds.length > 0;
    const enter = (data: FormData, element: HTMLFormElement): void => {
      this.act({ do: 'enter', name: String(data.get('name')) });
      element.reset();
    };
    return h('div.club-actions.no-print', null, [
      this.mayOrganize && !shown.over
        ? button('.primary', { onClick: () => this.act({ do: 'start_round' }) }, t('pairNextRound'))
        : null,
      this.isMember && !shown.entered && !begun
        ? button('', { onClick: () => void this.attempt(() => enterTournament(this.id)) }, t('takePart'))
        : null,
      this.isMember && shown.entered && !shown.over
        ? button('', { onClick: () => void this.attempt(() => leaveTournament(this.id)) }, t('withdraw'))
        : null,
      button('', { onClick: () => window.print() }, t('printCards')),
      h(
        'a.button',
        { attrs: { href: `/app/tournaments/${this.id}/report.trf`, download: `${shown.name}.trf` } },
        'TRF',
      ),
      link('.button', '/tournaments', t('tournaments')),
      this.mayOrganize && !begun
        ? form('.club-line', enter, [
            field(t('addPlayer'), textInput('name', '', { required: true })),
            h('button', { attrs: { type: 'submit' } }, t('add')),
          ])
        : null,
    ]);
  }

  private standings(shown: TournamentJson): VNode {
    const head = [
      '#',
      t('name'),
      t('rating'),
      ...shown.rounds.map((_, index) => String(index + 1)),
      t('points'),
      ...shown.tie_breaks,
    ];
    return h('section.panel', null, [
      h('h2', null, t('standings')),
      shown.standings.length === 0 ? h('p.hint', null, t('nobodyEntered')) : null,
      h('div.club-scroll', null, [
        h('table.club-table', null, [
          h(
            'thead',
            null,
            h(
              'tr',
              null,
              head.map(text => h('th', { attrs: { scope: 'col' } }, text)),
            ),
          ),
          h(
            'tbody',
            null,
            shown.standings.map((row, index) =>
              h('tr', { key: row.name }, [
                h('td', null, index + 1),
                h('td', null, [
                  link('', profileAddress(row.name), withRealName(row.name, shown.real_names)),
                  ' ',
                  row.withdrawn ? ` (${t('withdrawn')})` : '',
                  this.mayOrganize && !row.withdrawn && !shown.over
                    ? button(
                        '.no-print.small',
                        {
                          onClick: () => this.act({ do: 'withdraw', name: row.name }),
                          label: t('withdrawPlayer', { name: row.name }),
                        },
                        '×',
                      )
                    : null,
                ]),
                h('td', null, row.rating),
                ...row.cells.map(cell => h('td', null, cell)),
                h('td', null, h('b', null, row.points)),
                ...row.values.map(value => h('td', null, value)),
              ]),
            ),
          ),
        ]),
      ]),
    ]);
  }

  private round(round: TournamentRound, number: number, realNames: RealNames): VNode {
    return h('section.panel', { key: round.round }, [
      h('h2', null, t('roundNumber', { number })),
      this.mayOrganize ? link('.button.no-print', `/rounds/${round.round}`, t('boardsAndClocks')) : null,
      h('table.club-table', null, [
        h(
          'thead',
          null,
          h(
            'tr',
            null,
            ['#', t('white'), t('black'), t('result')].map(text => h('th', { attrs: { scope: 'col' } }, text)),
          ),
        ),
        h('tbody', null, [
          ...round.boards.map((board, index) => this.board(board, [number, index + 1], realNames)),
          round.bye === null
            ? null
            : h('tr', null, [
                h('td', null, ''),
                h('td', null, withRealName(round.bye, realNames)),
                h('td', null, t('bye')),
                h('td', null, ''),
              ]),
        ]),
      ]),
    ]);
  }

  private board(board: TournamentBoard, [round, number]: [number, number], realNames: RealNames): VNode {
    const enter = (event: Event): void => {
      const score = (event.currentTarget as HTMLSelectElement).value;
      if (score !== '') this.act({ do: 'result', round, board: number, score: score as Score });
    };
    const result = this.mayOrganize
      ? h(
          'select',
          {
            attrs: { 'aria-label': t('resultOfBoard', { number }) },
            props: { value: board.score ?? '' },
            on: { change: enter },
          },
          ['', ...SCORES].map(score =>
            h('option', { attrs: { value: score, selected: score === (board.score ?? '') } }, score || '…'),
          ),
        )
      : (board.score ?? '…');
    return h('tr', { key: String(number) }, [
      h('td', null, board.game ? link('', `/game/${board.game}`, String(number)) : String(number)),
      h('td', null, withRealName(board.white, realNames)),
      h('td', null, withRealName(board.black, realNames)),
      h('td', null, result),
    ]);
  }
}
