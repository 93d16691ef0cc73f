import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { loadCore, randomColor } from '../core';
import { type Choices, colorOf, defaults, problem, startOf, termsOf, unusual, whyNotRated } from './choices';

beforeAll(() => loadCore(readFileSync(new URL('../core/pkg/core_bg.wasm', import.meta.url))));

const choose = (choices: Partial<Choices>): Choices => ({ ...defaults, ...choices });
const ENDING = '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1';

test('a default game has no special terms', () => {
  expect(termsOf(choose({ time: '3+2' }), false)).toEqual({ time: '180+2' });
  expect(unusual(choose({ time: '3+2' }))).toEqual([]);
});

test('everything that a server accepts can be chosen', () => {
  const all = choose({
    mode: 'link',
    time: '3+2',
    timeBlack: '1',
    tournament: true,
    drawOffersFrom: 'never',
    fiftyMoveRule: false,
    drawOdds: 'black',
    defaultTime: '7,5',
    chat: false,
    rated: false,
    variant: 'chess960',
  });
  expect(termsOf(all, false)).toEqual({
    time: '180+2',
    time_black: '60',
    variant: 'chess960',
    conduct: 'tournament',
    draw_offers_from_move: 'never',
    fifty_move_rule: false,
    draw_odds: 'black',
    default_time: 450_000,
    chat: false,
    rated: false,
  });
  expect(unusual(all)).toEqual([
    'Chess960',
    'tournament rules',
    'no draw offers',
    'no fifty-move rule',
    'a draw wins for Black',
    'default time 7.5 min',
    'no chat',
  ]);
});

test('a default time is for people at a board with a clock', () => {
  const late = (choices: Partial<Choices>): unknown =>
    termsOf(choose({ tournament: true, defaultTime: '15', time: '90+30', ...choices }), true).default_time;
  expect(late({ mode: 'here' })).toBe(900_000);
  expect(late({ mode: 'link' })).toBe(900_000);
  expect(late({ mode: 'computer' })).toBeUndefined();
  expect(late({ mode: 'link', tournament: false })).toBeUndefined();
  expect(late({ mode: 'link', time: '3 days a move' })).toBeUndefined();
  expect(late({ mode: 'link', defaultTime: 'soon' })).toBeUndefined();
});

test('rated games need accounts and the usual start', () => {
  expect(whyNotRated(choose({ mode: 'link' }), false)).toBeNull();
  expect(whyNotRated(choose({ mode: 'link' }), true)).toBe('account');
  expect(whyNotRated(choose({ mode: 'link', fen: ENDING }), false)).toBe('position');
  expect(whyNotRated(choose({ mode: 'link', time: '3+2', timeBlack: '1' }), false)).toBe('odds');
  expect(whyNotRated(choose({ mode: 'link', drawOdds: 'black' }), false)).toBe('odds');
  expect(whyNotRated(choose({ mode: 'link', time: '3+2', timeWhite: '1', timeBlack: '1' }), false)).toBeNull();
  expect(termsOf(choose({ mode: 'lobby', rated: true }), true).rated).toBe(false);
  expect(termsOf(choose({ mode: 'computer', rated: true }), false)).not.toHaveProperty('rated');
});

test('an invalid choice is reported before the game is created', () => {
  expect(problem(choose({ time: 'soon' }))).toBe('time');
  expect(problem(choose({ time: '3+2', timeWhite: 'soon' }))).toBe('time');
  expect(problem(choose({ fen: '8/8/8/8/8/8/8/8 w - - 0 1' }))).toBe('fen');
  expect(problem(choose({ fen: ` ${ENDING} ` }))).toBeNull();
});

test('a random colour is drawn by the core, and both come up', () => {
  expect([0, 1].map(randomColor)).toEqual(['white', 'black']);
  const drawn = Array.from({ length: 1000 }, () => colorOf('random', randomColor));
  expect(drawn.filter(color => color === 'white').length).toBeGreaterThan(400);
  expect(drawn.filter(color => color === 'black').length).toBeGreaterThan(400);
  expect(colorOf('black', randomColor)).toBe('black');
});

test('on this device a Chess960 start is drawn, but not where a position is given', () => {
  expect(startOf(choose({ variant: 'chess960' }), number => `start ${number}`).fen).toMatch(/^start \d+$/);
  expect(startOf(choose({ variant: 'chess960', fen: ENDING }), () => 'drawn').fen).toBe(ENDING);
  expect(startOf(choose({ tournament: true }), () => '').clock_starts).toBe('at_once');
});
