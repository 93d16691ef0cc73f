/** A chess clock for a real board: two sides to tap, and the same exact clocks as in a game. */

import { Arbiter, timeControl } from '../core';
import { clockText, remaining, untilNextText } from '../game/clock';
import type { Color, GameModel } from '../game/model';
import { controlSentence } from '../game/time';
import { t } from '../i18n';
import { playSound } from '../sound/sound';
import { announce } from '../ui/announce';
import { button, h, type VNode } from '../ui/dom';
import { icon } from '../ui/icons';
import { radioGroup } from '../ui/radio';
import type { Screen, Visit } from '../ui/router';
import { recall, remember } from '../ui/store';
import type { State } from '../wire';
import { moveOf, START } from './moves';
import { WakeLock } from './wake-lock';

/** Time controls that can be set with one tap. */
const presets = ['1+0', '3+2', '5+0', '10+5', '15+10', '30+20', '90+30'];

/** How long the reset button must be held, in milliseconds. The animation in the style sheet takes as long. */
const HOLD_DURATION = 700;

/** The part of a game that a clock needs. */
type ClockModel = Pick<GameModel, 'state' | 'clockedAt'>;

export class ClockScreen implements Screen {
  private time = recall<string>('clock') ?? '10+5';
  private arbiter = new Arbiter();
  private origin = 0;
  private presses = 0;
  private started = false;
  private shown: ClockModel | null = null;
  /** The reset button is being held (`holding`), or was pressed once by keyboard (`asked`). */
  private holding = false;
  private asked = false;
  private hold: ReturnType<typeof setTimeout> | undefined;
  private readonly wakeLock = new WakeLock();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private flag: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly visit: Visit) {
    this.reset();
    document.addEventListener('keydown', this.key);
  }

  title(): string {
    return t('chessClock');
  }

  close(): void {
    clearTimeout(this.timer);
    clearTimeout(this.flag);
    clearTimeout(this.hold);
    this.wakeLock.close();
    document.documentElement.classList.remove('immersive');
    document.removeEventListener('keydown', this.key);
  }

  private now(): number {
    return Math.max(0, Math.floor(performance.now() - this.origin));
  }

  private reset(): void {
    const control = timeControl(this.time);
    if (control.is !== 'valid') return;
    remember('clock', this.time);
    this.origin = performance.now();
    this.presses = 0;
    this.arbiter = new Arbiter();
    this.arbiter.answer({ do: 'start', fen: START, time: control.pgn, fifty_move_rule: false });
    this.arbiter.answer({ do: 'pause', at: 0 });
    this.started = false;
    this.asked = false;
    this.look();
  }

  private look(): void {
    const at = this.now();
    const state = this.arbiter.state(at);
    if (state) this.shown = { state, clockedAt: this.origin + at };
    clearTimeout(this.flag);
    const deadline = state?.deadline ?? null;
    if (deadline !== null) {
      this.flag = setTimeout(
        () => {
          this.arbiter.answer({ do: 'tick', at: this.now() });
          playSound('end');
          this.look();
        },
        // Browsers allow no longer timeout than this.
        Math.min(2 ** 31 - 1, Math.max(0, deadline - this.now())),
      );
    }
    this.visit.redraw();
  }

  private readonly key = (event: KeyboardEvent): void => {
    if (event.key !== ' ' || (event.target as Element).closest('button, input, a')) return;
    event.preventDefault();
    if (this.shown) this.press(this.started ? this.shown.state.turn : 'black');
  };

  private press(side: Color): void {
    const state = this.shown?.state;
    if (!state || state.result !== null) return;
    if (!this.started) {
      // The first press starts the opponent's clock.
      this.started = true;
      this.arbiter.answer({ do: 'resume', at: this.now() });
      if (side === 'black') {
        this.look();
        return;
      }
    } else if (state.paused || state.turn !== side) return;
    this.arbiter.answer({ do: 'move', move: moveOf(this.presses), at: this.now() });
    this.presses += 1;
    playSound('move');
    navigator.vibrate?.(15);
    this.look();
  }

  private readonly pause = (): void => {
    const paused = this.shown?.state.paused;
    this.arbiter.answer({ do: paused ? 'resume' : 'pause', at: this.now() });
    this.look();
  };

  view(): VNode {
    const now = performance.now();
    clearTimeout(this.timer);
    const state: State | undefined = this.shown?.state;
    if (!this.shown || !state) return h('p.message', null, t('timeBad'));
    const left = state.running && remaining(this.shown as GameModel, state.running, now);
    if (left) this.timer = setTimeout(this.visit.redraw, untilNextText(left));
    const runs = this.started && !state.paused && state.result === null;
    this.wakeLock.want(runs);
    // The navigation is hidden while the clock runs.
    document.documentElement.classList.toggle('immersive', runs);
    return h('div.chess-clock', { class: { started: this.started } }, [
      h('h1.visually-hidden', null, t('chessClock')),
      this.side('black', now),
      h('div.clock-bar', null, [
        this.started ? null : this.setup(),
        h('div.clock-buttons', null, [
          this.started
            ? button(
                '.action',
                {
                  onClick: this.pause,
                  label: state.paused ? t('resumeClocks') : t('pauseClocks'),
                  disabled: state.result !== null,
                },
                icon(state.paused ? 'play' : 'pause'),
              )
            : null,
          this.started ? this.resetButton() : null,
          document.fullscreenEnabled
            ? button('.action', { onClick: this.toggleFullScreen, label: t('fullScreen') }, icon('fullscreen'))
            : null,
        ]),
      ]),
      this.side('white', now),
    ]);
  }

  /** Before the start: presets, and a field for any other time control. */
  private setup(): VNode {
    const choose = (time: string): void => {
      this.time = time;
      this.reset();
      this.visit.redraw();
    };
    const control = timeControl(this.time);
    return h('div.clock-setup', null, [
      radioGroup({
        selector: '.segments',
        choice: '.segment',
        label: t('time'),
        options: presets.map(value => ({ value, content: value.replace('+', ' + ') })),
        current: this.time,
        pick: choose,
      }),
      h('label.field', null, [
        h('span', null, t('timeField')),
        h('input', {
          props: { value: this.time },
          attrs: { autocomplete: 'off', spellcheck: 'false' },
          on: { change: (event: Event) => choose((event.target as HTMLInputElement).value) },
        }),
      ]),
      h('p.hint', { attrs: { role: 'status' } }, control.is === 'valid' ? controlSentence(control) : t('timeBad')),
    ]);
  }

  /** To prevent accidents, the button must be held, or pressed twice by keyboard. */
  private resetButton(): VNode {
    const start = (): void => {
      this.holding = true;
      this.hold = setTimeout(() => {
        this.holding = false;
        this.reset();
      }, HOLD_DURATION);
      this.visit.redraw();
    };
    const stop = (): void => {
      if (!this.holding) return;
      clearTimeout(this.hold);
      this.holding = false;
      this.visit.redraw();
    };
    const label = t(this.asked ? 'resetSure' : 'holdToReset');
    return h(
      'button.action.hold',
      {
        class: { holding: this.holding },
        attrs: { type: 'button', 'aria-label': label, title: label },
        on: {
          pointerdown: start,
          pointerup: stop,
          pointerleave: stop,
          pointercancel: stop,
          contextmenu: (event: Event) => event.preventDefault(),
          keydown: (event: KeyboardEvent) => {
            if (event.key !== 'Enter' && event.key !== ' ') return;
            event.preventDefault();
            if (this.asked) this.reset();
            else {
              this.asked = true;
              announce(t('resetSure'));
              this.visit.redraw();
            }
          },
          blur: () => {
            this.asked = false;
          },
        },
      },
      icon('again'),
    );
  }

  private readonly toggleFullScreen = (): void => {
    const change = document.fullscreenElement
      ? document.exitFullscreen()
      : document.documentElement.requestFullscreen();
    void change.catch(() => undefined);
  };

  private side(color: Color, now: number): VNode {
    const shown = this.shown as GameModel;
    const left = remaining(shown, color, now) ?? 0;
    const { state } = shown;
    const waiting = !this.started;
    const fallen = state.result !== null && left <= 0;
    return button(
      `.clock-side.${color}${state.running === color ? '.running' : ''}${fallen ? '.out' : ''}`,
      { onClick: () => this.press(color), disabled: !waiting && (state.turn !== color || state.result !== null) },
      h('span.visually-hidden', null, t(color)),
      h('span.clock-big', null, clockText(left)),
      h(
        'span.clock-count',
        null,
        t('movesMade', { count: Math.floor((this.presses + (color === 'white' ? 1 : 0)) / 2) }),
      ),
      waiting && color === 'black' ? h('span.hint', null, t('tapToStart')) : null,
    );
  }
}
