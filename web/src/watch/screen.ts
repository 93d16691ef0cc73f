/** The watch page: games in progress on live boards, and the players who are online. */
import './watch.css';
import { board } from '../board/board';
import { agreementText } from '../game/agreement';
import { clockText, remaining, untilNextText } from '../game/clock';
import { type Color, type GameModel, opposite } from '../game/model';
import { playerName, resultText } from '../game/words';
import { t } from '../i18n';
import { me, person } from '../live/api';
import { channel } from '../live/channel';
import { h, type VNode } from '../ui/dom';
import type { Screen, Visit } from '../ui/router';
import type { Seek } from '../wire';
import { WatchedGames } from './games';
import { OnlinePlayers } from './online';
import { playersPanel } from './players';

export class WatchScreen implements Screen {
  private on: WatchedGames | null = null;
  private hasServer: boolean | null = null;
  private closed = false;
  private seeks: Seek[] = [];
  private players: OnlinePlayers | null = null;
  private unlisten: (() => void) | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly visit: Visit) {
    void this.connect();
  }

  title(): string {
    return t('watch');
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.on?.close();
    this.players?.close();
    this.unlisten?.();
  }

  private async connect(): Promise<void> {
    this.hasServer = (await me()) !== null;
    if (this.closed) return;
    if (this.hasServer) {
      this.on = new WatchedGames(channel(), this.visit.redraw);
      this.unlisten = channel().lobby(seeks => {
        this.seeks = seeks;
        this.visit.redraw();
      });
      this.players = new OnlinePlayers(this.visit.redraw);
    }
    this.visit.redraw();
  }

  view(): VNode {
    const now = performance.now();
    const games = this.on?.games() ?? [];
    this.waitForClocks(games, now);
    return h('div.watch', null, [
      h('h1', null, t('watch')),
      this.hasServer === false ? h('p.hint', null, t('watchNeedsServer')) : null,
      this.on?.order?.length === 0 ? h('p.hint', null, t('noGamesOn')) : null,
      h(
        'ul.watch-games',
        null,
        games.map(game => h('li.panel', { key: game.id }, card(game, now))),
      ),
      this.hasServer
        ? playersPanel({ games, seeks: this.seeks, online: this.players?.list ?? null, own: person() })
        : null,
    ]);
  }

  /** Schedules the next redraw for when the text of a clock changes. */
  private waitForClocks(games: GameModel[], now: number): void {
    clearTimeout(this.timer);
    const waits = games.flatMap(game => {
      const { running } = game.state;
      const left = running && remaining(game, running, now);
      return left ? [untilNextText(left)] : [];
    });
    if (waits.length > 0) this.timer = setTimeout(this.visit.redraw, Math.min(...waits));
  }
}

function card(game: GameModel, now: number): VNode {
  const below: Color = 'white';
  const last = game.moves.at(-1);
  const { fen, turn, check, result } = game.state;
  return h('a.watch-game', { attrs: { href: `/game/${game.id}` } }, [
    strip(game, opposite(below), now),
    board({
      key: `watch-${game.id}`,
      fen,
      orientation: below,
      turn,
      check,
      lastMove: last ? [last.slice(0, 2), last.slice(2, 4)] : null,
      movable: null,
      dests: {},
      onMove: () => undefined,
      small: true,
    }),
    strip(game, below, now),
    h('p.hint', null, result === null ? agreementText(game.agreement, true) : resultText(result)),
  ]);
}

function strip(game: GameModel, color: Color, now: number): VNode {
  const left = remaining(game, color, now);
  const { rating } = game.players[color];
  return h('div.watch-player', { class: { running: game.state.running === color } }, [
    h(`i.dot.${color}`, null),
    h('b', null, playerName(game, color)),
    rating ? h('small', null, String(rating)) : null,
    left === null ? null : h('span', null, clockText(left)),
  ]);
}
