/** Two people on one screen: every special move, and how games end. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { click, drag, moves, openBrowser, openPage, playHere, resultOf, untilMoves } from './browser';
import { openSaved } from './saved';

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** A game on one screen, new or with some lines already played. */
const table = (start: object = {}, tail: object[] = []): Promise<Page> => openSaved(browser, { start, tail });

test('a game begins on the start page with three clicks and ends by mate', async () => {
  const page = await openPage(browser, '/');
  await page.getByRole('radio', { name: 'Play a friend here' }).click();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.waitForSelector('.game cg-board piece');
  await playHere(page, 'f2f3 e7e5 g2g4 d8h4');
  await expect.poll(() => resultOf(page)).toContain('Black wins');
  await expect.poll(() => resultOf(page)).toContain('by checkmate');
  await page.waitForFunction(() => document.title.includes('Black wins'));
});

test('castling by dragging the king two squares, and onto its rook', async () => {
  const fen = 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1';
  const page = await table({ fen });
  await drag(page, 'e1', 'g1');
  await untilMoves(page, 1);
  await drag(page, 'e8', 'a8');
  await untilMoves(page, 2);
  await expect.poll(() => moves(page)).toEqual(['O-O', 'O-O-O']);
});

test('a pawn is taken in passing', async () => {
  const page = await table();
  await playHere(page, 'e2e4 a7a6 e4e5 d7d5 e5d6');
  expect((await moves(page)).at(-1)).toBe('exd6');
  await expect.poll(() => page.locator('cg-board piece.pawn.black').count()).toBe(7);
});

test('a pawn becomes what is picked', async () => {
  const page = await table({ fen: '7k/P7/8/8/8/8/8/K7 w - - 0 1' });
  await drag(page, 'a7', 'a8');
  await page.getByRole('button', { name: 'Promote to knight' }).click();
  await untilMoves(page, 1);
  await expect.poll(() => moves(page)).toEqual(['a8=♘']);
  await expect.poll(() => page.locator('cg-board piece.knight.white').count()).toBe(1);
});

test('an illegal move does not happen', async () => {
  const page = await table();
  await drag(page, 'e2', 'e5');
  await click(page, 'g1', 'g4');
  await expect.poll(() => moves(page)).toEqual([]);
});

test('the draw button claims where a claim is valid, and says so', async () => {
  const page = await table();
  await playHere(page, 'g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8');
  await page.getByRole('button', { name: 'Claim draw: by threefold repetition' }).click();
  await expect.poll(() => resultOf(page)).toContain('by threefold repetition');
});

test('a draw is offered and accepted', async () => {
  const page = await table();
  await playHere(page, 'e2e4');
  await page.getByRole('button', { name: 'Offer draw' }).click();
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect.poll(() => resultOf(page)).toContain('by agreement');
});

test('resigning needs a confirmation', async () => {
  const page = await table();
  await page.getByRole('button', { name: 'Resign' }).first().click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Resign' }).first().click();
  await page.locator('.prompt').getByRole('button', { name: 'Resign' }).click();
  await expect.poll(() => resultOf(page)).toContain('by resignation');
});

test('a flag falls, and the mate that still existed can be clicked through', async () => {
  const page = await table({ time: '1' });
  await page.waitForSelector('.outcome');
  await expect.poll(() => resultOf(page)).toContain('on time');
  await expect.poll(() => page.locator('.clock.out').innerText()).toBe('0:00.0');
  await page.getByRole('button', { name: 'Show the mate' }).click();
  await page.locator('.mate-line button').last().click();
  await page.waitForSelector('cg-board square.check');
});

test('a flag that falls where nobody can mate is a draw, and it is told why', async () => {
  const page = await table({ time: '1', fen: '7k/8/8/8/8/8/8/KQ6 b - - 0 1' });
  await page.waitForSelector('.outcome');
  // Black’s flag: White can mate.
  await expect.poll(() => resultOf(page)).toContain('White wins');
  const other = await table({ time: '1', fen: '7k/8/8/8/8/8/8/KQ6 w - - 0 1' });
  await other.waitForSelector('.outcome');
  await expect.poll(() => resultOf(other)).toContain('Draw');
  await expect.poll(() => resultOf(other)).toContain('no mate is possible with these pieces');
});

test('moves are stepped through with keys and wheel', async () => {
  const page = await table();
  await playHere(page, 'e2e4 e7e5 g1f3');
  await page.locator('body').press('ArrowLeft');
  await page.locator('body').press('ArrowLeft');
  await page.waitForSelector('.move.current:text-is("e4")');
  await page.mouse.move(400, 400);
  await page.mouse.wheel(0, 100);
  await page.waitForSelector('.move.current:text-is("e5")');
  await page.locator('body').press('End');
  await page.waitForSelector('.move.current:text-is("♘f3")');
});

test('a game that was left is found again', async () => {
  const page = await table();
  await playHere(page, 'e2e4 e7e5');
  await page.reload();
  await untilMoves(page, 2);
  await page.goto(new URL('/', page.url()).href);
  await page.getByRole('link', { name: 'Play a friend here' }).click();
  await untilMoves(page, 2);
});

test('tournament conduct: touched is moved, the clock completes the move, a second illegal move loses', async () => {
  const page = await table({ conduct: 'tournament', time: '5400+30' });
  await click(page, 'e2', 'e4');
  await page.getByRole('button', { name: 'Press the clock', exact: true }).click();
  await untilMoves(page, 1);
  // Black touches the king’s knight and must move it.
  await click(page, 'g8', 'g8');
  await drag(page, 'e7', 'e5');
  await page.getByRole('button', { name: 'Press the clock', exact: true }).click();
  await page.waitForSelector('.note:has-text("touched")');
  await expect.poll(() => page.locator('cg-board piece.black.pawn').count()).toBe(8);
  await drag(page, 'g8', 'g5');
  await page.getByRole('button', { name: 'Press the clock', exact: true }).click();
  await page.waitForSelector('.note:has-text("Illegal move by Black: g8g5.")');
  // The move has been taken back.
  const knights = page.locator('cg-board piece.black.knight');
  await expect
    .poll(() => knights.evaluateAll(pieces => pieces.map(piece => (piece as { cgKey?: string }).cgKey).sort()))
    .toEqual(['b8', 'g8']);
  await drag(page, 'g8', 'g5');
  await page.getByRole('button', { name: 'Press the clock', exact: true }).click();
  await expect.poll(() => resultOf(page)).toContain('by a second illegal move');
});

test('the arbiter stops and sets the clocks, and declares a game lost', async () => {
  const page = await table({ conduct: 'tournament', time: '5400+30' });
  await page.getByRole('button', { name: 'Arbiter' }).click();
  await page.getByRole('button', { name: 'Stop the clocks' }).click();
  await page.getByLabel('Black’s minutes').fill('7.5');
  await page.getByRole('button', { name: 'Set the clocks' }).click();
  await page.waitForSelector('.clock:has-text("7:30")');
  await page.getByRole('button', { name: 'White forfeits' }).click();
  await expect.poll(() => page.title()).not.toContain('Black wins');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.waitForFunction(() => document.title.includes('Black wins'));
});

test('over the board a tap on another own piece picks it up, and an illegal move can be put right', async () => {
  const page = await table({ conduct: 'tournament', time: '300' });
  await click(page, 'b1', 'g1');
  await expect.poll(() => page.locator('cg-board piece.white').count()).toBe(16);
  await page.waitForSelector('.note:has-text("touched")');
  // The knight on b1 was touched first and must move. It is dropped on a wrong square, moved on, and the clock is
  // pressed.
  await drag(page, 'b1', 'b4');
  await page.waitForSelector('.prompt:has-text("not legal")');
  await drag(page, 'b4', 'c3');
  await page.waitForSelector('.prompt:has-text("press the clock to complete it")');
  await page.keyboard.press('Space');
  await untilMoves(page, 1);
  await expect.poll(() => moves(page)).toEqual(['♘c3']);
  // Space presses the clock, whatever has the focus.
  await page.getByRole('button', { name: 'I adjust' }).click();
  await drag(page, 'd7', 'd5');
  await page.waitForSelector('.prompt:has-text("press the clock to complete it")');
  await page.keyboard.press('Space');
  await untilMoves(page, 2);
  // A completed illegal move is named, with its penalty.
  await drag(page, 'e2', 'e5');
  await page.waitForSelector('.prompt:has-text("not legal")');
  await page.keyboard.press('Space');
  await page.waitForSelector('.note:has-text("Illegal move by White: e2e5. Black receives 1:00")');
});

test('a move is sealed and shown to nobody; a forfeit has a score and a reason, and the log has both', async () => {
  const page = await table({ conduct: 'tournament', time: '5400+30' });
  await page.getByRole('button', { name: 'Arbiter' }).click();
  await page.getByRole('button', { name: 'Seal a move and adjourn' }).click();
  await page.getByLabel('Sealed move').fill('Nh3');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.waitForSelector('.note:has-text("adjourned")');
  await expect.poll(() => page.locator('body').innerText()).not.toMatch(/[N♘]h3/);
  await page.reload();
  await page.getByRole('button', { name: 'Arbiter' }).click();
  await page.getByRole('button', { name: 'Open the envelope and resume' }).click();
  await page.getByRole('button', { name: 'Moves', exact: true }).click();
  await untilMoves(page, 1);
  await expect.poll(() => moves(page)).toEqual(['♘h3']);
  await page.getByRole('button', { name: 'Arbiter' }).click();
  await page.getByRole('button', { name: 'Black forfeits' }).click();
  await page.getByLabel('The opponent scores').selectOption('1/2');
  await page.getByLabel('Reason').fill('A phone rang');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.waitForSelector('.rulings li:has-text("A phone rang")');
  if (process.env['TABIYA_SHOT']) await page.screenshot({ path: process.env['TABIYA_SHOT'] });
  await expect.poll(() => page.locator('.rulings').innerText()).toContain('FIDE 12.9.6');
  await page.getByRole('button', { name: 'Moves', exact: true }).click();
  await expect.poll(() => resultOf(page)).toContain('White scores half a point');
  await expect.poll(() => page.locator('.outcome-forfeit').innerText()).toContain('A phone rang');
});

test('an offer stands on the score sheet, and with draw odds a draw wins', async () => {
  const page = await table({ conduct: 'tournament', time: '300', draw_odds: 'black' }, [
    { do: 'move', move: 'e4', offer_draw: true, at: 10 },
    { do: 'move', move: 'e5', at: 20 },
    { do: 'offer', by: 'black', at: 30 },
  ]);
  await expect.poll(() => moves(page)).toEqual(['e4 (=)', 'e5 (=)']);
  await page.getByRole('button', { name: 'Accept' }).click();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => resultOf(page)).toContain('Black wins');
  await expect.poll(() => resultOf(page)).toContain('by agreement');
});
