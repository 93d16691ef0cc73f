/** Who is here, by what they do: those who play, those who wait in the lobby, and programs; and a way to anybody else. */
import { type Color, colors, type GameModel } from '../game/model';
import { playerName } from '../game/words';
import { type Key, t } from '../i18n';
import { guestName } from '../live/words';
import { profileAddress } from '../ui/addresses';
import { h, link, type VNode } from '../ui/dom';
import { go } from '../ui/router';
import type { Seek } from '../wire';

interface ListedPlayer {
  name: string;
  /** Their page; for somebody who waits the game that they offer. */
  href: string;
  rating?: number | undefined;
}

/** Programs that are connected: their names, one JSON object a line. */
export async function programsOnline(): Promise<string[]> {
  const response = await fetch('/api/bot/online', { headers: { Accept: 'application/x-ndjson' } });
  if (!response.ok) return [];
  const lines = (await response.text()).split('\n').filter(line => line.trim() !== '');
  return lines.map(line => (JSON.parse(line) as { username: string }).username);
}

export interface PlayersView {
  games: readonly GameModel[];
  seeks: readonly Seek[];
  programs: readonly string[];
}

export function playersPanel({ games, seeks, programs }: PlayersView): VNode {
  const playing = games.flatMap(game => colors.flatMap(color => playerOf(game, color)));
  const seeking = seeks.map(({ id, name, rating }) => ({ name: guestName(name), href: `/game/${id}`, rating }));
  const known = new Set(playing.map(({ href }) => href));
  const others = programs.map(name => ({ name, href: profileAddress(name) })).filter(({ href }) => !known.has(href));
  return h('section.watch-players.panel', null, [
    h('h2', null, t('players')),
    group('playersPlaying', [...new Map(playing.map(player => [player.href, player])).values()]),
    group('playersWaiting', seeking),
    group('playersPrograms', others),
    finder(),
  ]);
}

function playerOf(game: GameModel, color: Color): ListedPlayer[] {
  const { profile, rating } = game.players[color];
  return profile ? [{ name: playerName(game, color), href: profile, rating: rating ?? undefined }] : [];
}

function group(title: Key, players: readonly ListedPlayer[]): VNode | null {
  if (players.length === 0) return null;
  return h('div.watch-group', { key: title }, [
    h('h3', null, t(title)),
    h(
      'ul',
      null,
      players.map(({ name, href, rating }) =>
        h('li', { key: href }, [link('', href, name), rating ? h('small', null, ` ${rating}`) : null]),
      ),
    ),
  ]);
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
