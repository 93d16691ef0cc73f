/** A player's strip: name, material advantage and clock. */
import { pgnTimeControl } from '../core';
import { t } from '../i18n';
import { h, type VNode } from '../ui/dom';
import type { Material } from '../wire';
import { clockText, isLow, remaining, TENTHS_BELOW } from './clock';
import { type Color, type GameModel, isOver } from './model';
import { playerName } from './words';

/** Initial times by time control, so that each is parsed only once. */
const initial = new Map<string, number | null>();

export function initialOf(time: string): number | null {
  const known = initial.get(time);
  if (known !== undefined) return known;
  const control = pgnTimeControl(time);
  const found = control.is === 'valid' ? control.initial : null;
  initial.set(time, found);
  return found;
}

export interface PlayerView {
  model: GameModel;
  color: Color;
  material: Material | undefined;
  place: 'top' | 'bottom';
  now: number;
  /** Under tournament conduct the clock is pressed to complete a move. */
  press?: (() => void) | undefined;
}

/**
 * The name links to the player's page; while the user is playing, in a new tab, so that nobody leaves the game by
 * accident.
 */
function name({ model, color }: PlayerView): VNode {
  const { profile } = model.players[color];
  const playing = model.you !== null && !isOver(model);
  if (profile === undefined) return h('span.player-name', null, playerName(model, color));
  return h(
    'a.player-name',
    { attrs: { href: profile, ...(playing ? { target: '_blank' } : {}) } },
    playerName(model, color),
  );
}

export function player(view: PlayerView): VNode {
  const { model, color, place } = view;
  const { players, presence, state, you } = model;
  const { title, rating, change, level } = players[color];
  const onTurn = state.turn === color && !isOver(model);
  const here = presence === null || level !== undefined || presence[color];
  return h(`div.player.player-${place}`, { class: { 'on-turn': onTurn } }, [
    h('div.player-who', null, [
      h(`span.player-dot.${color}`, {
        class: { away: !here },
        attrs: { title: here ? t('opponentHere') : t('opponentAway'), 'aria-hidden': 'true' },
      }),
      title ? h('span.player-title', null, title) : null,
      name(view),
      you === color ? h('span.player-you', null, t('you')) : null,
      rating ? h('span.player-rating', null, String(rating + (change ?? 0))) : null,
      change === undefined
        ? null
        : h(
            'span.player-change',
            { class: { up: change > 0, down: change < 0 } },
            `${change < 0 ? '−' : '+'}${Math.abs(change)}`,
          ),
    ]),
    ahead(view),
    clock(view),
  ]);
}

/** The pieces by which this side is ahead, and the lead in points. */
function ahead({ material, color }: PlayerView): VNode {
  const pieces = material?.[color] ?? [];
  const lead = (material?.lead ?? 0) * (color === 'white' ? 1 : -1);
  const other = color === 'white' ? 'black' : 'white';
  return h('div.ahead.cg-wrap', { attrs: { 'aria-hidden': 'true' } }, [
    pieces.map(role => h(`piece.${role}.${other}`, null)),
    lead > 0 ? h('span.lead', null, `+${lead}`) : null,
  ]);
}

function clock({ model, color, now, press }: PlayerView): VNode | null {
  const left = remaining(model, color, now);
  if (left === null) return null;
  const running = model.state.running === color;
  const low = running && isLow(left, initialOf(model.agreement.time[color]));
  const [whole, tenth] = clockText(left).split('.');
  const name = playerName(model, color);
  const classes = { running, low, out: left <= 0, tenths: left < TENTHS_BELOW };
  const body = [h('span', null, whole), tenth === undefined ? null : h('span.tenth', null, `.${tenth}`)];
  const label = `${t('clockOf', { name })}: ${clockText(left)}`;
  if (press) {
    return h(
      'button.clock.to-press',
      { class: classes, attrs: { type: 'button', 'aria-label': `${t('pressClock')}. ${label}` }, on: { click: press } },
      body,
    );
  }
  return h('div.clock', { class: classes, attrs: { role: 'timer', 'aria-live': 'off', 'aria-label': label } }, body);
}
