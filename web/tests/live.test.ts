/** Two people in two browsers, on the real server. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { seriousFaults } from './axe';
import { click, drag, moves, openBrowser, openPage, resultOf, untilMoves } from './browser';
import { startProgram } from './serve';

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

interface Two {
  white: Page;
  black: Page;
}

/** One makes a link and plays White, the other follows it. */
async function meet(time = '3 + 2', address?: string): Promise<Two> {
  const white = await openPage(browser, '/', { bypassCSP: true }, address);
  await white.getByRole('button', { name: 'Play a friend by link' }).click();
  await white.getByRole('button', { name: 'White', exact: true }).click();
  if (/^\d+ \+/.test(time)) await white.getByRole('button', { name: time, exact: true }).click();
  else {
    await white.getByRole('button', { name: 'Other…' }).click();
    await white.getByLabel('Time control').fill(time);
  }
  await white.getByRole('button', { name: 'Start', exact: true }).click();
  const link = await white.getByLabel('Copy link').inputValue();
  const black = await openPage(browser, new URL(link).pathname, { bypassCSP: true }, address);
  await black.getByRole('button', { name: 'Play', exact: true }).click();
  await Promise.all([white, black].map(page => page.waitForSelector('.game cg-board piece')));
  return { white, black };
}

/** Moves by turns, White with drags and Black with clicks; each sees the other's. */
async function play({ white, black }: Two, list: string): Promise<void> {
  let made = await white.locator('.moves button.move').count();
  for (const move of list.split(' ')) {
    const [page, hand] = made % 2 === 0 ? ([white, drag] as const) : ([black, click] as const);
    await hand(page, move.slice(0, 2), move.slice(2, 4));
    made += 1;
    await Promise.all([untilMoves(white, made), untilMoves(black, made)]);
  }
}

describe.runIf(inject('hasServer'))('on a server', () => {
  test('a game by link to mate, by drag and click, and a rematch with colours swapped', async () => {
    const two = await meet();
    await play(two, 'e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7');
    for (const page of [two.white, two.black]) {
      await page.waitForSelector('.outcome');
      expect(await resultOf(page)).toContain('White wins');
      expect(await resultOf(page)).toContain('by checkmate');
    }
    expect(await moves(two.black)).toEqual(['e4', 'e5', '♗c4', '♘c6', '♕h5', '♘f6', '♕xf7#']);
    await two.white.getByRole('button', { name: 'Rematch' }).click();
    await two.black.getByRole('button', { name: 'Accept' }).click();
    await two.black.waitForSelector('.player-bottom .player-dot.white');
    await two.white.waitForSelector('.player-bottom .player-dot.black');
    await drag(two.black, 'd2', 'd4');
    await untilMoves(two.white, 1);
  });

  test('castling, en passant and promotion', async () => {
    const two = await meet();
    await play(two, 'e2e4 a7a6 e4e5 d7d5 e5d6 a6a5 g1f3 a5a4 f1e2 a4a3 e1g1 a3b2 d6c7');
    await click(two.black, 'b2', 'a1');
    await two.black.getByRole('button', { name: 'Promote to queen' }).click();
    await untilMoves(two.white, 14);
    expect(await moves(two.white)).toEqual('e4 a6 e5 d5 exd6 a5 ♘f3 a4 ♗e2 a3 O-O axb2 dxc7 bxa1=♕'.split(' '));
  });

  test('a premove is played as soon as it can be', async () => {
    const two = await meet();
    await play(two, 'e2e4');
    await drag(two.white, 'd2', 'd4');
    await two.white.waitForSelector('square.current-premove');
    await click(two.black, 'e7', 'e5');
    await untilMoves(two.black, 3);
    expect((await moves(two.black))[2]).toBe('d4');
  });

  test('a draw is offered, declined, offered and accepted; a takeback is granted', async () => {
    const two = await meet();
    await play(two, 'e2e4 e7e5');
    await two.white.getByRole('button', { name: 'Takeback' }).click();
    await two.black.getByRole('button', { name: 'Accept' }).click();
    await untilMoves(two.white, 0);
    await play(two, 'd2d4 d7d5');
    await two.white.getByRole('button', { name: 'Offer draw' }).click();
    await two.black.getByRole('button', { name: 'Decline' }).click();
    await two.black.getByRole('button', { name: 'Offer draw' }).click();
    await two.white.getByRole('button', { name: 'Accept' }).click();
    await two.black.waitForSelector('.outcome');
    expect(await resultOf(two.black)).toContain('by agreement');
  });

  test('a repeated position is claimed with the draw button', async () => {
    const two = await meet();
    await play(two, 'g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8');
    await two.white.getByRole('button', { name: 'Claim draw: by threefold repetition' }).click();
    await two.black.waitForSelector('.outcome');
    expect(await resultOf(two.black)).toContain('by threefold repetition');
  });

  test('a flag falls for both at the same time', async () => {
    const two = await meet('4s');
    await play(two, 'e2e4 e7e5');
    for (const page of [two.white, two.black]) {
      await page.waitForSelector('.outcome');
      expect(await resultOf(page)).toContain('Black wins');
      expect(await resultOf(page)).toContain('on time');
      expect(await page.locator('.clock.out').innerText()).toBe('0:00.0');
    }
  });

  test('on a phone, and nothing serious for axe', async () => {
    const two = await meet();
    await play(two, 'e2e4');
    await two.black.setViewportSize({ width: 390, height: 844 });
    expect(await two.black.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await seriousFaults(two.black)).toEqual([]);
    expect(await seriousFaults(two.white)).toEqual([]);
  });

  test('spectators see the game and cannot touch it; players talk', async () => {
    const two = await meet();
    await play(two, 'e2e4');
    const watcher = await openPage(browser, new URL(two.white.url()).pathname);
    await untilMoves(watcher, 1);
    await drag(watcher, 'e7', 'e5');
    await click(two.black, 'c7', 'c5');
    await untilMoves(watcher, 2);
    expect((await moves(watcher))[1]).toBe('c5');
    await two.white.getByRole('button', { name: 'Chat' }).click();
    await two.white.getByLabel('Message').fill('good luck');
    await two.white.getByLabel('Message').press('Enter');
    await two.black.getByRole('button', { name: 'Chat' }).click();
    await two.black.waitForSelector('.chat-lines:has-text("good luck")');
  });

  test('an account, a token for a program, and out again', async () => {
    const page = await openPage(browser, '/login');
    await page.getByLabel('Name').fill('Capablanca');
    await page.getByLabel('Password').fill('correct horse battery');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.waitForSelector('text=You are Capablanca.');
    await page.getByLabel('What is it for?').fill('my bot');
    await page.getByRole('button', { name: 'Make a token' }).click();
    expect(await page.locator('.secret').innerText()).toMatch(/^lip_/);
    await page.getByRole('button', { name: 'Log out', exact: true }).click();
    await page.getByLabel('Name').fill('Capablanca');
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.waitForSelector('text=do not belong together');
  });

  test('an open game is found in the lobby', async () => {
    const one = await openPage(browser, '/');
    await one.getByRole('button', { name: 'Create an open game' }).click();
    await one.getByRole('button', { name: '5 + 0', exact: true }).click();
    await one.getByRole('button', { name: 'Start', exact: true }).click();
    const other = await openPage(browser, '/');
    await other.locator('.lobby .row-link').first().click();
    await Promise.all([one, other].map(page => page.waitForSelector('.game cg-board piece')));
  });
});

describe.runIf(process.env['TABIYA_PROGRAM'])('on a server of its own', () => {
  const program = process.env['TABIYA_PROGRAM'] ?? '';
  const data = mkdtempSync(join(tmpdir(), 'tabiya-live-'));
  afterAll(() => rmSync(data, { recursive: true, force: true }));

  test('nothing is lost when the server is killed and started again', async () => {
    let server = await startProgram(program, data);
    const { address } = server;
    try {
      const two = await meet('15 + 10', address);
      await play(two, 'e2e4 e7e5');
      const gone = new Promise(resolve => server.process.once('exit', resolve));
      server.process.kill('SIGKILL');
      await gone;
      await two.white.waitForSelector('.connection');
      // Made while nobody hears it.
      await drag(two.white, 'g1', 'f3');
      server = await startProgram(program, data, new URL(address).host);
      await Promise.all([untilMoves(two.white, 3), untilMoves(two.black, 3)]);
      expect(await moves(two.black)).toEqual(['e4', 'e5', '♘f3']);
      await click(two.black, 'b8', 'c6');
      await untilMoves(two.white, 4);
      expect(await two.white.locator('.connection').count()).toBe(0);
    } finally {
      server.process.kill('SIGKILL');
    }
  });
});
