/** The settings. Changes take effect at once and are saved in this browser. */
import './settings.css';
import { board } from '../board/board';
import { CLASSIC_SET, pieceSets } from '../board/piece-sets';
import { type Key, t } from '../i18n';
import { playSound } from '../sound/sound';
import { button, type Children, h, type VNode } from '../ui/dom';
import { icon } from '../ui/icons';
import { type Language, languageNames } from '../ui/languages';
import { allowNotifications } from '../ui/notify';
import { radioGroup } from '../ui/radio';
import type { Screen, Visit } from '../ui/router';
import { change, resetSettings, type Settings, settings } from '../ui/settings';

const boards: [string, Key][] = [
  ['brown', 'boardBrown'],
  ['green', 'boardGreen'],
  ['blue', 'boardBlue'],
  ['grey', 'boardGrey'],
  ['rose', 'boardRose'],
];

/** The sample position: it has a last move and every kind of piece. */
const SAMPLE = 'r2qk2r/ppp2ppp/2np1n2/2b1p3/2B1P1b1/2NP1N2/PPP2PPP/R1BQ1RK1 w kq - 4 7';

export class SettingsScreen implements Screen {
  constructor(private readonly visit: Visit) {}

  title(): string {
    return t('settings');
  }

  private set(changes: Partial<Settings>): void {
    change(changes);
    this.visit.redraw();
  }

  view(): VNode {
    const chosen = settings();
    return h('div.settings', null, [
      h('h1', null, t('settings')),
      h('div.settings-board', { attrs: { 'aria-hidden': 'true' } }, [
        board({
          key: 'settings',
          fen: SAMPLE,
          orientation: 'white',
          turn: 'white',
          check: false,
          lastMove: ['c8', 'g4'],
          movable: null,
          dests: {},
          onMove: () => undefined,
        }),
      ]),
      h('div.settings-groups', null, [
        group('looks', [
          this.choice('theme', 'theme', [
            ['light', t('lightTheme')],
            ['dark', t('darkTheme')],
            ['system', t('systemTheme')],
          ]),
          this.pictures('boardColours', 'board', boards, value =>
            h(`span.board-sample`, { attrs: { 'data-board': value } }),
          ),
          this.pictures('pieceSet', 'pieces', pieceSets, pieceSample),
          this.choice('coordinates', 'coordinates', [
            ['inside', t('coordinatesInside')],
            ['outside', t('coordinatesOutside')],
            ['off', t('coordinatesOff')],
          ]),
          h('p.hint', null, t('motionHint')),
        ]),
        group('languageName', [
          this.list('languageName', 'language', [
            ['auto', t('languageAuto')],
            ...(Object.entries(languageNames) as [Language, string][]),
          ]),
          this.list('notation', 'letters', [
            ['figurine', t('lettersFigurine')],
            ['english', t('lettersEnglish')],
            ['portuguese', t('lettersPortuguese')],
          ]),
        ]),
        group('soundSetting', [
          this.tick('soundSetting', 'sound'),
          h('label.field.volume', null, [
            h('span', null, t('volume')),
            h('input', {
              // `value` comes last, because it is clamped to the range that is set at that time.
              props: { type: 'range', min: '0.05', max: '1', step: '0.05', value: String(chosen.volume) },
              attrs: { disabled: !chosen.sound },
              on: {
                input: (event: Event) => this.set({ volume: Number((event.target as HTMLInputElement).value) }),
                change: () => playSound('move'),
              },
            }),
          ]),
          button('', { onClick: () => playSound('capture'), disabled: !chosen.sound }, icon('sound'), t('tryIt')),
        ]),
        group('playing', [
          this.tick('announceCheck', 'announceCheck', 'announceCheckHint'),
          this.tick('confirmMoves', 'confirmMoves'),
          this.tick('autoQueen', 'autoQueen'),
          this.tick('boardTurns', 'boardTurns'),
          this.notifications(),
          this.tick('humanPace', 'humanPace', 'humanPaceHint'),
        ]),
        h('div.settings-end', null, [
          h('p.hint', null, t('storedHere')),
          button(
            '.quiet',
            {
              onClick: () => {
                resetSettings();
                this.visit.redraw();
              },
            },
            icon('again'),
            t('resetSettings'),
          ),
        ]),
      ]),
    ]);
  }

  /** A row of buttons. */
  private choice<K extends keyof Settings>(label: Key, key: K, choices: [Settings[K] & string, string][]): VNode {
    return this.row(
      label,
      key,
      '.segments',
      choices.map(([value, text]) => [value, text]),
    );
  }

  /** A row of pictures. */
  private pictures<K extends keyof Settings>(
    label: Key,
    key: K,
    choices: readonly (readonly [Settings[K] & string, Key])[],
    picture: (value: string) => VNode,
  ): VNode {
    return this.row(
      label,
      key,
      '.segments.pictures',
      choices.map(([value, name]) => [value, [picture(value), h('small', null, t(name))]]),
    );
  }

  private row<K extends keyof Settings>(
    label: Key,
    key: K,
    selector: string,
    choices: [Settings[K] & string, Children][],
  ): VNode {
    return h('div.row', null, [
      h('p.legend', { attrs: { 'aria-hidden': 'true' } }, t(label)),
      radioGroup({
        selector,
        choice: '.segment',
        label: t(label),
        options: choices.map(([value, content]) => ({ value, content, attrs: { 'data-choice': value } })),
        current: settings()[key] as Settings[K] & string,
        pick: value => this.set({ [key]: value } as Partial<Settings>),
      }),
    ]);
  }

  private list<K extends keyof Settings>(label: Key, key: K, choices: [Settings[K] & string, string][]): VNode {
    return h('label.field', null, [
      h('span', null, t(label)),
      h(
        'select',
        {
          attrs: { name: key },
          on: {
            change: (event: Event) =>
              this.set({ [key]: (event.target as HTMLSelectElement).value } as Partial<Settings>),
          },
        },
        choices.map(([value, text]) =>
          h('option', { key: value, attrs: { value, selected: settings()[key] === value } }, text),
        ),
      ),
    ]);
  }

  /** The browser asks the user for permission first. */
  private notifications(): VNode {
    return h('label.tick', null, [
      h('input', {
        attrs: { type: 'checkbox', name: 'notifications' },
        props: { checked: settings().notifications },
        on: {
          change: (event: Event) => {
            const wanted = (event.target as HTMLInputElement).checked;
            void (wanted ? allowNotifications() : Promise.resolve(false)).then(allowed =>
              this.set({ notifications: allowed }),
            );
          },
        },
      }),
      t('notifications'),
    ]);
  }

  private tick(
    label: Key,
    key: 'sound' | 'announceCheck' | 'confirmMoves' | 'autoQueen' | 'boardTurns' | 'humanPace',
    hint?: Key,
  ): VNode {
    return h('div', null, [
      h('label.tick', null, [
        h('input', {
          attrs: { type: 'checkbox', name: key },
          props: { checked: settings()[key] },
          on: { change: (event: Event) => this.set({ [key]: (event.target as HTMLInputElement).checked }) },
        }),
        t(label),
      ]),
      hint ? h('p.hint.tick-hint', null, t(hint)) : null,
    ]);
  }
}

const group = (name: Key, content: Children[]): VNode =>
  h('section.panel.settings-group', null, [h('h2', null, t(name)), ...content]);

function pieceSample(value: string): VNode {
  // The classic set comes with chessground; our own sets are files.
  if (value === CLASSIC_SET)
    return h('span.piece-sample.cg-wrap.classic', null, [h('piece.knight.white', null), h('piece.queen.black', null)]);
  return h(
    'span.piece-sample',
    null,
    ['wN', 'bQ'].map(name =>
      h('img', { attrs: { src: `/pieces/${value}/${name}.svg`, alt: '', width: 40, height: 40 } }),
    ),
  );
}
