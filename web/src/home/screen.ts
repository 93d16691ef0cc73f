/** The start page: a new game, games to resume, challenges and open games. */

import { board } from '../board/board';
import { chess960, randomColor } from '../core';
import { t } from '../i18n';
import { acceptChallenge, createGame, declineChallenge, forgetMe, knownMe, me } from '../live/api';
import { channel } from '../live/channel';
import { problemText } from '../live/words';
import { begin, newGame } from '../local/begin';
import { savedGames } from '../local/save';
import { h, link, type VNode } from '../ui/dom';
import { go, type Screen, type Visit } from '../ui/router';
import type { Me, OpponentChoice, Seek } from '../wire';
import { type Choices, colorOf, firstChoices, keepChoices, startOf, termsOf } from './choices';
import { newGameForm } from './form';
import { askedList, openGames, resumeList } from './lists';
import { askOffered, corrections, everything } from './offered';
import { Showcase } from './showcase';

export class HomeScreen implements Screen {
  private choices: Choices;
  private offered = everything;
  private person: Me | null = null;
  private seeks: Seek[] = [];
  private busy = false;
  private closed = false;
  private problem: string | null = null;
  private unlisten: (() => void) | undefined;
  private readonly showcase: Showcase;

  constructor(private readonly visit: Visit) {
    this.choices = firstChoices(visit.query.get('challenge') ?? '');
    this.showcase = new Showcase(visit.redraw);
    this.person = knownMe();
    void this.connect();
  }

  title(): string {
    return t('play');
  }

  close(): void {
    this.closed = true;
    this.unlisten?.();
    this.showcase.close();
  }

  /** Adds what only a server offers; without one the page works on its own. */
  private async connect(): Promise<void> {
    // The answer to the request at the start of the page is recent enough for the first drawing.
    this.person = await me();
    if (this.closed) return;
    this.visit.redraw();
    if (!this.person) return;
    void askOffered().then(offered => {
      this.offered = offered;
      if (!this.closed && offered !== everything) this.change({});
    });
    const lobby = channel().lobby(seeks => {
      this.seeks = seeks;
      this.visit.redraw();
    });
    const challenges = channel().onChallenge(() => void this.ask());
    // Players who are seated by an organiser are taken to their boards.
    const started = channel().onStart(game => {
      if (!this.busy) go(`/game/${game}`);
    });
    this.unlisten = () => {
      lobby();
      challenges();
      started();
    };
  }

  /** Fetches the user's games and challenges again. */
  private async ask(): Promise<void> {
    forgetMe();
    this.person = await me();
    if (!this.closed) this.visit.redraw();
  }

  private readonly change = (changes: Partial<Choices>): void => {
    const choices = { ...this.choices, ...changes };
    this.choices = { ...choices, ...corrections(choices, this.offered) };
    keepChoices(this.choices);
    this.visit.redraw();
  };

  private readonly start = (): void => {
    const { choices } = this;
    const { mode, level, rating } = choices;
    if (mode === 'computer' || mode === 'here' || !this.person) {
      const here = mode !== 'computer';
      begin(
        newGame({
          kind: here ? 'here' : 'computer',
          you: here ? 'both' : colorOf(choices.color, randomColor),
          start: startOf(choices, chess960),
          ...(here ? {} : { level, rating }),
        }),
      );
      return;
    }
    const name = choices.opponent.trim();
    void this.challenge(mode === 'lobby' ? { lobby: {} } : name === '' ? { link: {} } : { user: { name } });
  };

  private isGuest(): boolean {
    return this.person?.player.guest ?? true;
  }

  private async challenge(opponent: OpponentChoice): Promise<void> {
    this.busy = true;
    this.visit.redraw();
    try {
      const { id } = await createGame({
        opponent,
        color: this.choices.color,
        ...termsOf(this.choices, this.isGuest()),
      });
      go(`/game/${id}`);
    } catch (error) {
      this.problem = problemText(error);
      this.busy = false;
      this.visit.redraw();
    }
  }

  private readonly join = async (id: string): Promise<void> => {
    try {
      await acceptChallenge(id);
    } catch {
      // If somebody else was faster, the page of the game says so.
    }
    go(`/game/${id}`);
  };

  private readonly decline = async (id: string): Promise<void> => {
    await declineChallenge(id).catch(() => undefined);
    await this.ask();
  };

  view(): VNode {
    const unfinished = savedGames()
      .filter(game => game.result === null && game.plies > 0)
      .slice(0, 4);
    const shown = this.showcase.shown(this.choices);
    return h('div.home', null, [
      h('div.home-board', null, [
        h(
          'div',
          { attrs: { 'aria-hidden': 'true' } },
          board({
            key: 'home',
            fen: shown.fen,
            orientation: this.choices.color === 'black' && this.choices.mode !== 'here' ? 'black' : 'white',
            turn: shown.fen.split(' ')[1] === 'b' ? 'black' : 'white',
            check: shown.check,
            lastMove: shown.lastMove,
            movable: null,
            dests: {},
            onMove: () => undefined,
          }),
        ),
        shown.own ? null : this.caption(),
      ]),
      h('div.home-side', null, [
        this.person
          ? askedList(
              this.person.challenges.in,
              id => void this.join(id),
              id => void this.decline(id),
            )
          : null,
        resumeList(unfinished, this.person?.playing ?? [], this.visit.redraw),
        newGameForm({
          choices: this.choices,
          offered: this.offered,
          online: this.person !== null,
          guest: this.isGuest(),
          change: this.change,
          start: this.start,
          busy: this.busy,
        }),
        this.problem ? h('p.problem', { attrs: { role: 'alert' } }, this.problem) : null,
        this.person ? openGames(this.seeks, id => void this.join(id)) : null,
      ]),
    ]);
  }

  private caption(): VNode {
    const { white, black, year } = this.showcase.game;
    return link('.home-caption', this.showcase.address(), `${white} – ${black}, ${year}`);
  }
}
