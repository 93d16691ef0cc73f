/** Tournaments of this server; arbiters announce a new one here. */
import '../admin/admin.css';
import { field, form, moment, select, textInput, tick } from '../admin/forms';
import { timeControl } from '../core';
import { timeText } from '../game/time';
import { type Key, t } from '../i18n';
import { me } from '../live/api';
import { problemText } from '../live/words';
import { h, link, type VNode } from '../ui/dom';
import { go, type Screen, type Visit } from '../ui/router';
import type { TournamentJson, TournamentSystem } from '../wire';
import { createTournament, listTournaments } from './api';

export const systemNames: Record<TournamentSystem, Key> = {
  swiss: 'systemSwiss',
  round_robin: 'systemRoundRobin',
  knockout: 'systemKnockout',
};

export class TournamentsScreen implements Screen {
  private all: TournamentJson[] | null = null;
  private mayOrganize = false;
  private problem: string | null = null;

  constructor(private readonly visit: Visit) {
    void this.attempt(async () => {
      const roles = (await me())?.player.roles ?? [];
      this.mayOrganize = roles.includes('admin') || roles.includes('arbiter');
      this.all = await listTournaments();
    });
  }

  title(): string {
    return t('tournaments');
  }

  private async attempt(what: () => Promise<void>): Promise<void> {
    this.problem = null;
    try {
      await what();
    } catch (error) {
      this.problem = problemText(error);
    }
    this.visit.redraw();
  }

  view(): VNode {
    return h('div.club', null, [
      h('h1', null, t('tournaments')),
      this.problem ? h('p.problem', { attrs: { role: 'alert' } }, this.problem) : null,
      h('div.club-columns', null, [this.list(), this.mayOrganize ? this.announce() : null]),
    ]);
  }

  private list(): VNode {
    if (!this.all) return h('p', null, t('loading'));
    return h('section.panel', null, [
      this.all.length === 0 ? h('p.hint', null, t('noTournaments')) : null,
      h(
        'ul.rows',
        null,
        this.all.map(one =>
          h('li', { key: one.id }, [
            link(
              '.row-link',
              `/tournaments/${one.id}`,
              h('span', null, [
                h('b', null, one.name),
                h('small', null, [t(systemNames[one.system]), timeText(one.time), moment(one.created)].join(' · ')),
              ]),
            ),
          ]),
        ),
      ),
    ]);
  }

  private readonly create = (data: FormData): void =>
    void this.attempt(async () => {
      const read = timeControl(String(data.get('time')));
      if ('error' in read) {
        this.problem = t('timeBad');
        return;
      }
      const players = String(data.get('players'))
        .split(/[\n,;]+/)
        .map(name => name.trim())
        .filter(name => name !== '');
      const made = await createTournament({
        name: String(data.get('name')),
        system: String(data.get('system')) as TournamentSystem,
        rounds: Number(data.get('rounds')),
        time: read.pgn,
        rated: data.has('rated'),
        players,
        ...(Number(data.get('default_minutes')) > 0 ? { default_minutes: Number(data.get('default_minutes')) } : {}),
      });
      go(`/tournaments/${made.id}`);
    });

  private announce(): VNode {
    return h('section.panel', null, [
      h('h2', null, t('newTournament')),
      form('', this.create, [
        field(t('tournamentName'), textInput('name', '', { required: true, maxlength: '80' })),
        field(
          t('system'),
          select('system', 'swiss', [
            ['swiss', t('systemSwiss')],
            ['round_robin', t('systemRoundRobin')],
            ['knockout', t('systemKnockout')],
          ]),
        ),
        field(t('roundsOfSwiss'), textInput('rounds', '5', { type: 'number', min: '1', max: '30' })),
        field(t('time'), textInput('time', '10+5', { required: true })),
        field(t('defaultTimeMinutes'), textInput('default_minutes', '', { type: 'number', min: '0', max: '240' })),
        field(t('playersOneALine'), h('textarea', { attrs: { name: 'players', rows: 6, spellcheck: 'false' } })),
        h('p.hint', null, t('playersHint')),
        tick('rated', t('rated'), false),
        h('button.primary', { attrs: { type: 'submit' } }, t('announceTournament')),
      ]),
    ]);
  }
}
