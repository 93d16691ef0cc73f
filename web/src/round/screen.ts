/** The page of a round: all its boards, and buttons for all their clocks. */
import '../admin/admin.css';
import { moment } from '../admin/forms';
import type { RealNames } from '../admin/names';
import { board } from '../board/board';
import { clockText } from '../game/clock';
import { timeText } from '../game/time';
import { scoreText } from '../game/words';
import { t } from '../i18n';
import { ApiError, me } from '../live/api';
import { problemText } from '../live/words';
import { button, h, link, type VNode } from '../ui/dom';
import type { Screen, Visit } from '../ui/router';
import type { LiveGame, RoundAction, RoundJson } from '../wire';
import { actOnRound, readRound } from './api';

/** Milliseconds between two requests for the boards. */
const REFRESH_INTERVAL = 1000;

export class RoundScreen implements Screen {
  private round: RoundJson | null = null;
  private problem: string | null = null;
  private readonly id: string;
  private readonly timer: ReturnType<typeof setInterval>;

  constructor(private readonly visit: Visit) {
    this.id = visit.params['id'] ?? '';
    void me();
    void this.load();
    this.timer = setInterval(() => {
      if (document.visibilityState === 'visible') void this.load();
    }, REFRESH_INTERVAL);
  }

  title(): string {
    return this.round?.name || t('rounds');
  }

  close(): void {
    clearInterval(this.timer);
  }

  private async load(): Promise<void> {
    try {
      this.round = await readRound(this.id);
      this.problem = null;
    } catch (error) {
      this.problem = problemText(error);
    }
    this.visit.redraw();
  }

  private async act(action: RoundAction): Promise<void> {
    try {
      this.round = await actOnRound(this.id, action);
      this.problem = null;
    } catch (error) {
      this.problem = problemText(error);
    }
    this.visit.redraw();
  }

  view(): VNode {
    const problem = this.problem ? h('p.problem', { attrs: { role: 'alert' } }, this.problem) : null;
    if (!this.round) return h('div.club', null, [h('h1', null, t('rounds')), problem ?? h('p', null, t('loading'))]);
    const { round } = this;
    return h('div.club', null, [
      h('h1', null, round.name || t('roundOf', { moment: moment(round.created) })),
      h('p.hint', { attrs: { role: 'status' } }, this.state(round)),
      problem,
      this.commands(round),
      h(
        'div.round-boards',
        null,
        round.boards.map((game, index) => this.board(game, index + 1, round.real_names)),
      ),
    ]);
  }

  private state(round: RoundJson): string {
    const over = round.boards.filter(game => game.result !== null).length;
    const results = t('resultsIn', { count: over, all: round.boards.length });
    const time = timeText(round.time ?? '-');
    if (round.canceled) return t('roundCanceled');
    if (round.started_at !== null) return [time, t('roundRuns'), results].join(' · ');
    const waits = round.start_at === null ? t('roundWaits') : t('clocksStartAt', { moment: moment(round.start_at) });
    return [time, waits].join(' · ');
  }

  private commands(round: RoundJson): VNode {
    const on = round.boards.filter(game => game.result === null);
    const act = (action: RoundAction): void => void this.act(action);
    const waits = round.started_at === null && !round.canceled;
    const files = `/app/rounds/${round.id}/results`;
    const download = (href: string, text: string): VNode => h('a.button', { attrs: { href, download: '' } }, text);
    return h('div.club-actions.no-print', null, [
      waits ? button('.primary', { onClick: () => act('start') }, t('startClocks')) : null,
      !waits && on.some(game => !game.paused) ? button('', { onClick: () => act('pause') }, t('pauseAllClocks')) : null,
      !waits && on.some(game => game.paused)
        ? button('', { onClick: () => act('resume') }, t('resumeAllClocks'))
        : null,
      waits ? button('', { onClick: () => confirm(t('cancelRoundSure')) && act('cancel') }, t('cancelRound')) : null,
      download(`${files}.txt`, t('resultsText')),
      download(`${files}.csv`, 'CSV'),
      button('', { onClick: () => void this.savePgn(round) }, 'PGN'),
      link('.button', '/rounds', t('rounds')),
    ]);
  }

  private async savePgn(round: RoundJson): Promise<void> {
    const ids = round.boards.map(game => game.id).join(',');
    const answer = await fetch('/api/games/export/_ids', { method: 'POST', body: ids });
    if (!answer.ok) {
      // Otherwise the file would contain the error instead of the games.
      this.problem = problemText(new ApiError(answer.statusText, '', answer.status));
      return this.visit.redraw();
    }
    const anchor = document.createElement('a');
    anchor.href = URL.createObjectURL(await answer.blob());
    anchor.download = `${round.name || round.id}.pgn`;
    anchor.click();
    URL.revokeObjectURL(anchor.href);
  }

  private board(game: LiveGame, number: number, realNames: RealNames): VNode {
    const player = (account: string, here: boolean, clock: number | null): VNode => {
      const real = realNames[account];
      const name = real ?? account;
      return h('span.round-player', null, [
        h('span.round-name', { class: { absent: !here && game.result === null } }, [
          h('span', null, here ? name : `${name} (${t('notHere')})`),
          real ? h('small', null, account) : null,
        ]),
        h('span', null, clock === null ? '' : clockText(clock)),
      ]);
    };
    const result = game.result === null ? null : h('strong', null, scoreText(game.result));
    return link(
      '.round-board.panel',
      `/game/${game.id}`,
      h('span.round-player', null, [h('b', null, t('boardNumber', { number })), result]),
      player(game.black, game.black_here || game.result !== null, game.clock_black),
      board({
        key: game.id,
        fen: game.fen,
        orientation: 'white',
        turn: game.turn,
        check: false,
        lastMove: null,
        movable: null,
        dests: {},
        small: true,
        onMove: () => undefined,
      }),
      player(game.white, game.white_here || game.result !== null, game.clock_white),
    );
  }
}
