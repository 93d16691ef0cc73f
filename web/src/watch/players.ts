/** The players who are online: waiting in the lobby, accounts, programs, and the number of guests. */
import { colors, type GameModel } from '../game/model';
import { type Key, t } from '../i18n';
import { guestName } from '../live/words';
import { challengeAddress, profileAddress } from '../ui/addresses';
import { h, link, type VNode } from '../ui/dom';
import { go } from '../ui/router';
import type { Online, OnlinePlayer, Person, Seek } from '../wire';

export interface PlayersView {
  games: readonly GameModel[];
  seeks: readonly Seek[];
  online: Online | null;
  /** The user, who gets no button to challenge themselves. */
  own: Person | null;
}

export function playersPanel({ games, seeks, online, own }: PlayersView): VNode {
  const { players = [], accounts = 0, guests = 0 } = online ?? {};
  const playing = gamesByProfile(games);
  const row = (player: OnlinePlayer): VNode => playerRow(player, playing.get(profileAddress(player.name)), own);
  const isProgram = ({ title }: OnlinePlayer): boolean => title === 'BOT';
  const unlisted = accounts - players.length;
  return h('section.watch-players.panel', null, [
    h('h2', null, t('players')),
    group('playersWaiting', seeks.map(seekRow)),
    group('playersOnline', players.filter(player => !isProgram(player)).map(row)),
    group('playersPrograms', players.filter(isProgram).map(row)),
    unlisted > 0 ? h('p.hint', null, t('morePlayers', { count: unlisted })) : null,
    guests > 0 ? h('p.hint', null, t('guestsOnline', { count: guests })) : null,
    finder(),
  ]);
}

/** The games in progress by the address of each player's page. */
function gamesByProfile(games: readonly GameModel[]): Map<string, string> {
  const running = games.filter(({ state }) => state.result === null);
  return new Map(
    running.flatMap(game =>
      colors.flatMap(color => {
        const { profile } = game.players[color];
        return profile ? [[profile, `/game/${game.id}`] as const] : [];
      }),
    ),
  );
}

const ratingMark = (rating: number | null | undefined): VNode | null =>
  rating ? h('small', null, String(rating)) : null;

const seekRow = ({ id, name, rating }: Seek): VNode =>
  h('li', { key: id }, [link('.watch-name', `/game/${id}`, guestName(name), ratingMark(rating))]);

function playerRow({ id, name, rating }: OnlinePlayer, game: string | undefined, own: Person | null): VNode {
  return h('li', { key: id }, [
    link('.watch-name', profileAddress(name), name, ratingMark(rating)),
    game ? link('.watch-playing', game, t('playersPlaying')) : null,
    own?.id === id
      ? null
      : h(
          'a.button',
          { attrs: { href: challengeAddress(name), 'aria-label': t('challengePlayer', { name }) } },
          t('challengeNow'),
        ),
  ]);
}

function group(title: Key, rows: VNode[]): VNode | null {
  if (rows.length === 0) return null;
  return h('div.watch-group', { key: title }, [h('h3', null, t(title)), h('ul', null, rows)]);
}

function finder(): VNode {
  const find = (event: SubmitEvent): void => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget as HTMLFormElement).get('name') ?? '').trim();
    if (name !== '') go(profileAddress(name));
  };
  const attrs = {
    name: 'name',
    maxlength: 20,
    autocomplete: 'off',
    'aria-label': t('findPlayer'),
    placeholder: t('findPlayer'),
  };
  return h('form.copy', { on: { submit: find } }, [
    h('input', { attrs }),
    h('button', { attrs: { type: 'submit' } }, t('search')),
  ]);
}
