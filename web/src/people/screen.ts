/** The page of a player: ratings, results, games. */
import '../mygames/games.css';
import './person.css';
import { pointsText } from '../game/match';
import { t } from '../i18n';
import { ApiError, blockedPlayers, blockPlayer, me, reportPlayer } from '../live/api';
import { problemText } from '../live/words';
import { day, keptGames } from '../mygames/kept';
import { noFilter, PAGE_SIZE, searchGames } from '../mygames/server';
import { challengeAddress } from '../ui/addresses';
import { button, h, link, type VNode } from '../ui/dom';
import type { Screen, Visit } from '../ui/router';
import type { FoundGame, UserJson } from '../wire';
import { playedRatings, profile } from './profile';

export class PersonScreen implements Screen {
  private person: UserJson | null = null;
  private games: FoundGame[] = [];
  private mayBeMore = false;
  private problem: string | null = null;
  private missing = false;
  /** Whether the user is logged in, and this is somebody else's page. */
  private isOther = false;
  /** Whether this is the user's own page; undefined until the server has answered. */
  private isSelf: boolean | undefined;
  private isBlocked = false;
  private notice: string | null = null;
  private readonly name: string;

  constructor(private readonly visit: Visit) {
    this.name = visit.params['name'] ?? '';
    void this.attempt(async () => {
      // `me` also fills the account link of the top bar.
      const [person, own] = await Promise.all([profile(this.name), me()]);
      this.person = person;
      this.isSelf = own?.player.id === person.id;
      this.isOther = own !== null && !own.player.guest && own.player.id !== person.id;
      if (this.isOther) this.isBlocked = (await blockedPlayers()).includes(person.username);
      await this.moreGames();
    });
  }

  title(): string {
    return this.missing ? t('playerNotFound') : (this.person?.username ?? this.name);
  }

  private async attempt(what: () => Promise<void>): Promise<void> {
    try {
      await what();
      this.problem = null;
    } catch (error) {
      this.missing = error instanceof ApiError && error.status === 404;
      this.problem = this.missing ? t('nobodyOfThisName', { name: this.name }) : problemText(error);
    }
    this.visit.redraw();
  }

  private async moreGames(): Promise<void> {
    if (!this.person) return;
    const found = await searchGames(this.person.id, noFilter, this.games.at(-1)?.id);
    this.games = [...this.games, ...found];
    this.mayBeMore = found.length >= PAGE_SIZE;
  }

  view(): VNode {
    const problem = this.problem ? h('p.problem', { attrs: { role: 'alert' } }, this.problem) : null;
    if (!this.person) {
      const heading = this.missing ? t('playerNotFound') : this.name;
      return h('div.my-games', null, [h('h1', null, heading), problem ?? h('p.message', null, t('loading'))]);
    }
    const { username, title, createdAt, count } = this.person;
    const tally = [
      t('wonCount', { count: count.win }),
      t('drawnCount', { count: count.draw }),
      t('lostCount', { count: count.loss }),
      t('pointsCount', { points: pointsText(count.win + count.draw / 2) }),
    ];
    return h('div.my-games', null, [
      h('h1', null, [title ? h('span.player-title', null, title) : null, title ? ' ' : null, username]),
      h('p.hint', null, [t('hereSince', { day: day(createdAt) }), ...tally].join(' · ')),
      this.person.profile?.realName ? h('p', null, this.person.profile.realName) : null,
      this.isSelf === false
        ? link('.button.primary.challenge', challengeAddress(username), t('challengePlayer', { name: username }))
        : null,
      this.isOther ? this.conduct(this.person.username) : null,
      this.ratings(this.person),
      h('section', null, [
        h('h2', null, t('gamesOf')),
        problem,
        this.games.length === 0 && !problem ? h('p.hint', null, t('noGamesOf')) : keptGames(this.games),
        this.mayBeMore
          ? button('', { onClick: () => void this.attempt(() => this.moreGames()) }, t('moreGames'))
          : null,
      ]),
    ]);
  }

  /** Blocking and reporting somebody. */
  private conduct(name: string): VNode {
    const block = (): void =>
      void this.attempt(async () => {
        await blockPlayer(name, !this.isBlocked);
        this.isBlocked = !this.isBlocked;
      });
    const report = (event: SubmitEvent): void => {
      event.preventDefault();
      const form = event.currentTarget as HTMLFormElement;
      void this.attempt(async () => {
        await reportPlayer(name, String(new FormData(form).get('text')));
        form.reset();
        this.notice = t('reported');
      });
    };
    return h('section.conduct', null, [
      button('', { onClick: block }, t(this.isBlocked ? 'unblockPlayer' : 'blockPlayer')),
      h('details', null, [
        h('summary', null, t('reportPlayer')),
        h('form', { on: { submit: report } }, [
          h('label.field', null, [
            h('span', null, t('reportHint')),
            h('textarea', { attrs: { name: 'text', rows: 3, required: true, maxlength: 1000 } }),
          ]),
          h('button', { attrs: { type: 'submit' } }, t('sendReport')),
        ]),
      ]),
      this.notice ? h('p', { attrs: { role: 'status' } }, this.notice) : null,
    ]);
  }

  private ratings(person: UserJson): VNode {
    const played = playedRatings(person);
    return h('section', null, [
      h('h2', null, t('ratings')),
      played.length === 0 ? h('p.hint', null, t('notRatedYet')) : null,
      h(
        'dl.ratings',
        null,
        played.map(({ speed, rating, games }) =>
          h('div.panel', { key: speed }, [
            h('dt', null, t(speed)),
            h('dd', null, [h('b', null, rating), h('small', null, t('gamesPlayed', { count: games }))]),
          ]),
        ),
      ),
    ]);
  }
}
