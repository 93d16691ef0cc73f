/** The page "Start a round": a form for the pairings, and the list of rounds. */
import '../admin/admin.css';
import { Attempts, defaultMinutes, eventRows, FormProblem, mayOrganize, readTime } from '../admin/attempts';
import { field, form, moment, select, textInput, tick } from '../admin/forms';
import { timeText } from '../game/time';
import { t } from '../i18n';
import { h, link, type VNode } from '../ui/dom';
import { go, type Screen, type Visit } from '../ui/router';
import type { PlayerName, RoundJson } from '../wire';
import { createRound, listPlayers, listRounds } from './api';
import { parsePairs } from './pairs';
import { nextMoment } from './start';

/** Time controls that are usual on a club evening. */
const TIMES = ['180+2', '300+3', '600', '600+5', '900+10', '1500', '3600+30'];

export class RoundsScreen implements Screen {
  private rounds: RoundJson[] = [];
  private players: PlayerName[] = [];
  private mayOrganize: boolean | undefined;
  private readonly attempts: Attempts;

  constructor(visit: Visit) {
    this.attempts = new Attempts(visit.redraw);
    void this.attempts.run(async () => {
      this.mayOrganize = await mayOrganize();
      if (this.mayOrganize) [this.rounds, this.players] = await Promise.all([listRounds(), listPlayers()]);
    });
  }

  title(): string {
    return t('rounds');
  }

  view(): VNode {
    if (this.mayOrganize === undefined && this.attempts.problem === null) return h('p.message', null, t('loading'));
    if (!this.mayOrganize) {
      return h('div.message', null, [
        h('h1', null, t('rounds')),
        h('p', null, this.attempts.problem ?? t('onlyArbiters')),
        link('.button', '/login?next=/rounds', t('login')),
      ]);
    }
    return h('div.club', null, [
      h('h1', null, t('startRound')),
      this.attempts.view(),
      h('div.club-columns', null, [this.newRound(), this.list()]),
    ]);
  }

  private readonly create = (data: FormData): void =>
    void this.attempts.run(async () => {
      const { pairs, wrong } = parsePairs(String(data.get('pairs')));
      if (wrong.length > 0) throw new FormProblem(t('notAPair', { line: wrong[0] ?? '' }));
      const drawOdds = data.get('draw_odds');
      const own = String(data.get('own_time') ?? '').trim();
      const minutes = Number(data.get('start_in'));
      const at = nextMoment(String(data.get('start_time') ?? ''), Date.now());
      const startAt = at ?? (minutes > 0 ? Date.now() + minutes * 60_000 : undefined);
      const round = await createRound({
        name: String(data.get('name')),
        pairs,
        time: own === '' ? String(data.get('time')) : readTime(own),
        rated: data.has('rated'),
        ...(startAt === undefined ? {} : { start_at: startAt }),
        ...defaultMinutes(data),
        ...(drawOdds === 'white' || drawOdds === 'black' ? { draw_odds: drawOdds } : {}),
      });
      go(`/rounds/${round.id}`);
    });

  private newRound(): VNode {
    const starts: [string, string][] = [
      ['0', t('startByHand')],
      ...['1', '2', '5', '10', '30'].map((minutes): [string, string] => [minutes, t('startIn', { minutes })]),
    ];
    return h('section.panel', null, [
      form('', this.create, [
        field(t('roundName'), textInput('name', '', { maxlength: '80' })),
        field(
          t('pairings'),
          h('textarea', {
            attrs: {
              name: 'pairs',
              rows: 10,
              required: true,
              spellcheck: 'false',
              placeholder: 'anna - bert\ncid - dan',
            },
          }),
        ),
        h('p.hint', null, t('pairingsHint')),
        this.choosePair(),
        field(
          t('time'),
          select(
            'time',
            '600+5',
            TIMES.map((time): [string, string] => [time, timeText(time)]),
          ),
        ),
        field(t('ownTime'), textInput('own_time', '', { placeholder: '15+10' })),
        field(t('clocksStart'), select('start_in', '0', starts)),
        field(t('orAtTime'), textInput('start_time', '', { type: 'time' })),
        field(t('defaultTimeMinutes'), textInput('default_minutes', '', { type: 'number', min: '0', max: '240' })),
        field(
          t('drawOdds'),
          select('draw_odds', '', [
            ['', t('drawOddsNone')],
            ['white', t('white')],
            ['black', t('black')],
          ]),
        ),
        tick('rated', t('rated'), false),
        h('button.primary', { attrs: { type: 'submit' } }, t('seatPlayers')),
      ]),
    ]);
  }

  /** Adds two players from the list of accounts to the pairings. */
  private choosePair(): VNode {
    const add = (event: Event): void => {
      const { form } = event.currentTarget as HTMLButtonElement;
      const input = (name: string): HTMLInputElement => form?.elements.namedItem(name) as HTMLInputElement;
      const [white, black, pairs] = [input('white'), input('black'), input('pairs')];
      if (white.value.trim() === '' || black.value.trim() === '') return;
      const before = pairs.value.trimEnd();
      pairs.value = `${before}${before === '' ? '' : '\n'}${white.value.trim()} - ${black.value.trim()}\n`;
      white.value = '';
      black.value = '';
      white.focus();
    };
    const side = (name: string): VNode => textInput(name, '', { list: 'round-players', autocomplete: 'off' });
    return h('div.club-line.pair-line', null, [
      field(t('white'), side('white')),
      field(t('black'), side('black')),
      h('button', { attrs: { type: 'button' }, on: { click: add } }, t('addPair')),
      h(
        'datalist#round-players',
        null,
        this.players.map(player =>
          h('option', { key: player.name, attrs: { value: player.name } }, [
            [player.real_name, player.online ? t('online') : null].filter(word => word !== null).join(' · '),
          ]),
        ),
      ),
    ]);
  }

  private list(): VNode {
    return h('section.panel', null, [
      h('h2', null, t('rounds')),
      this.rounds.length === 0 ? h('p.hint', null, t('noRounds')) : null,
      eventRows('rounds', this.rounds, round => [moment(round.created), timeText(round.time ?? '-'), round.by]),
    ]);
  }
}
