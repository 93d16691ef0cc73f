/** Tournament conduct over the network, and the arbiter's rulings. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { click, drag, openBrowser, openPage, resultOf, untilMoves } from './browser';
import { type Meeting, meet, register, type Two } from './meet';
import { startProgram } from './serve';

const program = process.env['TABIYA_PROGRAM'] ?? '';

describe.runIf(program !== '')('under tournament conduct', () => {
  const data = mkdtempSync(join(tmpdir(), 'tabiya-rulings-'));
  let browser: Browser;
  let server: Awaited<ReturnType<typeof startProgram>>;

  beforeAll(async () => {
    browser = await openBrowser();
    server = await startProgram(program, data);
  });
  afterAll(async () => {
    await browser.close();
    server.process.kill();
    await new Promise(resolve => server.process.once('exit', resolve));
    rmSync(data, { recursive: true, force: true });
  });

  const sitDown = (more: Meeting = {}): Promise<Two> =>
    meet(browser, {
      time: '15 + 10',
      address: server.address,
      choose: async page => {
        await page.getByText('More options').click();
        await page.getByRole('radio', { name: 'Tournament', exact: true }).click();
      },
      ...more,
    });
  const press = (page: Page): Promise<void> =>
    page.getByRole('button', { name: 'Press the clock', exact: true }).click();

  test('a touched piece moves, the clock completes the move, illegal moves cost time and then the game', async () => {
    const { white, black } = await sitDown();
    await click(white, 'g1', 'g1');
    await white.waitForSelector('.note:has-text("g1 touched")');
    await drag(white, 'e2', 'e4');
    await press(white);
    await white.waitForSelector('.note:has-text("touched")');
    await drag(white, 'g1', 'f3');
    await expect.poll(() => black.locator('.moves button.move').count()).toBe(0);
    await press(white);
    await untilMoves(black, 1);
    await drag(black, 'b8', 'b5');
    await press(black);
    await white.waitForSelector('.note:has-text("receive")');
    await expect.poll(() => resultOf(black).catch(() => '')).toBe('');
    await drag(black, 'b8', 'b4');
    await press(black);
    for (const page of [white, black]) {
      await page.waitForSelector('.outcome');
      await expect.poll(() => resultOf(page)).toContain(page === white ? 'You won' : 'You lost');
      await expect.poll(() => resultOf(page)).toContain('by a second illegal move');
    }
  });

  test('a move that repeats the position is written down and claimed', async () => {
    const two = await sitDown();
    let made = 0;
    for (const move of 'g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1'.split(' ')) {
      const page = made % 2 === 0 ? two.white : two.black;
      await drag(page, move.slice(0, 2), move.slice(2));
      await press(page);
      made += 1;
      await Promise.all([untilMoves(two.white, made), untilMoves(two.black, made)]);
    }
    await two.black.getByLabel('Type a move').fill('Ng8');
    await two.black.getByRole('button', { name: 'Write this move down and claim a draw with it' }).click();
    await two.white.waitForSelector('.outcome');
    await expect.poll(() => resultOf(two.white)).toContain('by threefold repetition');
  });

  test('an arbiter stops and sets the clocks and declares the game lost; a spectator cannot', async () => {
    const arbiter = await openPage(browser, '/', { bypassCSP: true }, server.address);
    await register(arbiter, 'Geurt');
    execFileSync(program, ['user', 'roles', 'geurt', '--arbiter', '--data', data]);
    const two = await sitDown();
    const address = two.white.url();
    const spectator = await openPage(browser, new URL(address).pathname, {}, server.address);
    await spectator.waitForSelector('.game cg-board piece');
    await expect.poll(() => spectator.getByRole('button', { name: 'Arbiter' }).count()).toBe(0);

    await arbiter.goto(address);
    await arbiter.getByRole('button', { name: 'Arbiter' }).click();
    await arbiter.getByRole('button', { name: 'Stop the clocks' }).click();
    for (const page of [two.white, two.black]) await page.waitForSelector('.note:has-text("clocks are stopped")');
    await drag(two.white, 'e2', 'e4');
    await expect.poll(() => two.white.getByRole('button', { name: 'Press the clock', exact: true }).count()).toBe(0);
    await arbiter.getByLabel('Black’s minutes').fill('7.5');
    await arbiter.getByRole('button', { name: 'Set the clocks' }).click();
    await two.black.waitForSelector('.player-bottom .clock:has-text("7:30")');
    await two.white.waitForSelector('.note:has-text("The arbiter has set the clocks")');
    await arbiter.getByRole('button', { name: 'Start the clocks' }).click();
    await expect.poll(() => two.white.locator('.note').allTextContents()).not.toContain('The clocks are stopped.');
    await drag(two.white, 'e2', 'e4');
    await press(two.white);
    await untilMoves(spectator, 1);
    await arbiter.getByRole('button', { name: 'Black forfeits' }).click();
    await arbiter.getByRole('button', { name: 'Confirm' }).click();
    for (const page of [two.white, two.black, spectator]) {
      await page.waitForSelector('.outcome');
      const words = page === two.white ? 'You won' : page === two.black ? 'You lost' : 'White wins';
      await expect.poll(() => resultOf(page)).toContain(words);
    }
  });
});
