/** The tournaments of this server, and a form with which arbiters announce a new one. */
import '../admin/admin.css';
import { Attempts, defaultMinutes, eventRows, mayOrganize, readTime } from '../admin/attempts';
import { field, form, moment, select, textInput, tick } from '../admin/forms';
import { timeText } from '../game/time';
import { type Key, t } from '../i18n';
import { h, type VNode } from '../ui/dom';
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
  private readonly attempts: Attempts;

  constructor(visit: Visit) {
    this.attempts = new Attempts(visit.redraw);
    void this.attempts.run(async () => {
      this.mayOrganize = await mayOrganize();
      this.all = await listTournaments();
    });
  }

  title(): string {
    return t('tournaments');
  }

  view(): VNode {
    return h('div.club', null, [
      h('h1', null, t('tournaments')),
      this.attempts.view(),
      h('div.club-columns', null, [this.list(), this.mayOrganize ? this.announce() : null]),
    ]);
  }

  private list(): VNode {
    if (!this.all) return this.attempts.problem === null ? h('p', null, t('loading')) : h('p', null);
    return h('section.panel', null, [
      this.all.length === 0 ? h('p.hint', null, t('noTournaments')) : null,
      eventRows('tournaments', this.all, one => [t(systemNames[one.system]), timeText(one.time), moment(one.created)]),
    ]);
  }

  private readonly create = (data: FormData): void =>
    void this.attempts.run(async () => {
      const players = String(data.get('players'))
        .split(/[\n,;]+/)
        .map(name => name.trim())
        .filter(name => name !== '');
      const made = await createTournament({
        name: String(data.get('name')),
        system: String(data.get('system')) as TournamentSystem,
        rounds: Number(data.get('rounds')),
        time: readTime(String(data.get('time'))),
        rated: data.has('rated'),
        players,
        ...defaultMinutes(data),
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
