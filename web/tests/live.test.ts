/** Two people in two browsers, on the real server. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { seriousFaults } from './axe';
import { click, drag, moves, openBrowser, openPage, resultOf, untilMoves } from './browser';
import { meet, play, register } from './meet';
import { startProgram } from './serve';

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

describe.runIf(inject('hasServer'))('on a server', () => {
  test('a game by link to mate, by drag and click, and a rematch with colours swapped', async () => {
    const two = await meet(browser);
    await play(two, 'e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7');
    for (const [page, words] of [
      [two.white, 'You won'],
      [two.black, 'You lost'],
    ] as const) {
      await page.waitForSelector('.outcome');
      await expect.poll(() => resultOf(page)).toContain(words);
      await expect.poll(() => resultOf(page)).toContain('by checkmate');
      await expect.poll(() => page.title()).toContain(words);
      // The end is shown over the board, with what to do next.
      const ending = page.locator('.ending');
      await expect.poll(() => ending.getByRole('heading').innerText()).toBe(words);
      for (const name of ['New opponent', 'Analyse']) await ending.getByRole('button', { name }).waitFor();
    }
    await expect.poll(() => moves(two.black)).toEqual(['e4', 'e5', '♗c4', '♘c6', '♕h5', '♘f6', '♕xf7#']);
    await two.white.locator('.ending').getByRole('button', { name: 'Rematch' }).click();
    await two.black.locator('.ending').getByRole('button', { name: 'Accept the rematch' }).click();
    await two.black.waitForSelector('.player-bottom .player-dot.white');
    await two.white.waitForSelector('.player-bottom .player-dot.black');
    await drag(two.black, 'd2', 'd4');
    await untilMoves(two.white, 1);
  });

  test('a finished game goes to the analysis with its clocks, its players and its opening', async () => {
    const two = await meet(browser);
    await play(two, 'f2f3 e7e5 g2g4 d8h4');
    await two.white.locator('.ending').getByRole('button', { name: 'Analyse' }).click();
    await two.white.waitForSelector('.tree button.move:has-text("h4#")');
    await two.white.waitForSelector('.analysis-side :text("Fool\'s Mate")');
    await two.white.getByRole('button', { name: 'Share' }).click();
    const pgn = await two.white.getByLabel('PGN', { exact: true }).inputValue();
    expect(pgn.match(/\[%clk 0:0\d:\d\d/g)).toHaveLength(4);
    expect(pgn).toContain('[Result "0-1"]');
  });

  test('castling, en passant and promotion', async () => {
    const two = await meet(browser);
    await play(two, 'e2e4 a7a6 e4e5 d7d5 e5d6 a6a5 g1f3 a5a4 f1e2 a4a3 e1g1 a3b2 d6c7');
    await click(two.black, 'b2', 'a1');
    await two.black.getByRole('button', { name: 'Promote to queen' }).click();
    await untilMoves(two.white, 14);
    await expect
      .poll(() => moves(two.white))
      .toEqual('e4 a6 e5 d5 exd6 a5 ♘f3 a4 ♗e2 a3 O-O axb2 dxc7 bxa1=♕'.split(' '));
  });

  test('a premove is played as soon as it can be', async () => {
    const two = await meet(browser);
    await play(two, 'e2e4');
    await drag(two.white, 'd2', 'd4');
    await two.white.waitForSelector('square.current-premove');
    await click(two.black, 'e7', 'e5');
    await untilMoves(two.black, 3);
    expect((await moves(two.black))[2]).toBe('d4');
  });

  test('a draw is offered, declined, offered and accepted; a takeback is granted', async () => {
    const two = await meet(browser);
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
    await expect.poll(() => resultOf(two.black)).toContain('by agreement');
  });

  test('a repeated position is claimed with the draw button', async () => {
    const two = await meet(browser);
    await play(two, 'g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8');
    await two.white.getByRole('button', { name: 'Claim draw: by threefold repetition' }).click();
    await two.black.waitForSelector('.outcome');
    await expect.poll(() => resultOf(two.black)).toContain('by threefold repetition');
  });

  test('a flag falls for both at the same time', async () => {
    const two = await meet(browser, { time: '4s' });
    await play(two, 'e2e4 e7e5');
    for (const page of [two.white, two.black]) {
      await page.waitForSelector('.outcome');
      await expect.poll(() => resultOf(page)).toContain(page === two.white ? 'You lost' : 'You won');
      await expect.poll(() => resultOf(page)).toContain('on time');
      await expect.poll(() => page.locator('.clock.out').innerText()).toBe('0:00.0');
    }
  });

  test('on a phone, and nothing serious for axe', async () => {
    const two = await meet(browser);
    await play(two, 'e2e4');
    await two.black.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => two.black.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await expect.poll(() => seriousFaults(two.black)).toEqual([]);
    await expect.poll(() => seriousFaults(two.white)).toEqual([]);
  });

  test('spectators see the game and cannot touch it; players talk', async () => {
    const two = await meet(browser);
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
    await page.waitForSelector('text=Logged in as Capablanca.');
    await page.getByLabel('What is it for?').fill('my bot');
    await page.getByRole('button', { name: 'Create a token' }).click();
    await expect.poll(() => page.locator('.secret').innerText()).toMatch(/^lip_/);
    await page.getByRole('button', { name: 'Log out', exact: true }).click();
    await page.getByRole('button', { name: 'Log in', exact: true }).waitFor();
    await page.getByLabel('Name').fill('Capablanca');
    await page.getByLabel('Password', { exact: true }).fill('wrong');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.waitForSelector('text=Wrong name or password');
  });

  test('an open game is found in the lobby, with all that is special about it', async () => {
    const one = await openPage(browser, '/');
    await one.getByRole('radio', { name: 'Create an open game' }).click();
    await one.getByRole('radio', { name: '5 + 0', exact: true }).click();
    await one.getByText('More options').click();
    await one.getByRole('radio', { name: 'Chess960', exact: true }).click();
    await one.getByLabel('Use the fifty-move rule').uncheck();
    await one.getByRole('button', { name: 'Start', exact: true }).click();
    const other = await openPage(browser, '/');
    const row = other.locator('.lobby .row-link').first();
    await expect.poll(() => row.innerText()).toContain('5 + 0 · Blitz · Casual · Chess960 · no fifty-move rule');
    await row.click();
    await Promise.all([one, other].map(page => page.waitForSelector('.game cg-board piece')));
  });
});

describe.runIf(inject('hasServer'))('what is agreed', () => {
  test('odds, a position, no draw offers and no talk are agreed by link, and shown to both', async () => {
    const two = await meet(browser, {
      choose: async page => {
        await page.getByText('More options').click();
        await page.getByLabel('From a position (FEN)').fill('8/8/8/8/8/8/8/8 w - - 0 1');
        await page.waitForSelector('.problem:has-text("White has no king.")');
        await page.getByLabel('From a position (FEN)').fill('4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1');
        await page.getByLabel('Black’s time').fill('1');
        await page.getByRole('radiogroup', { name: 'Draw offers' }).getByRole('radio', { name: 'None' }).click();
        await page.getByLabel('The players can chat').uncheck();
      },
    });
    for (const page of [two.white, two.black]) {
      await expect
        .poll(() => page.locator('.agreement').innerText())
        .toBe('White 3 + 2, Black 1 + 0 · Casual · from a position · no draw offers · no chat');
      await expect.poll(() => page.getByRole('button', { name: 'Chat' }).count()).toBe(0);
    }
    await expect.poll(() => two.black.locator('.player-bottom .clock').innerText()).toBe('1:00');
    await play(two, 'e2e4 e8d8');
    await two.white.getByRole('button', { name: 'Offer draw' }).click();
    await two.white.waitForSelector('.note:has-text("draw offers are not allowed in this game")');
  });

  test('a rated game needs two accounts, and says so', async () => {
    const guest = await openPage(browser, '/');
    await guest.getByRole('radio', { name: 'Play a friend by link' }).click();
    await guest.getByText('More options').click();
    await guest.waitForSelector('.hint:has-text("You need an account to play rated games.")');
    await expect.poll(() => guest.getByRole('radio', { name: 'Rated', exact: true }).isDisabled()).toBe(true);

    const two = await meet(browser, {
      becomes: (page, color) => register(page, color === 'white' ? 'Morphy' : 'Staunton'),
      choose: async page => {
        await page.getByText('More options').click();
        await page.getByRole('radio', { name: 'Rated', exact: true }).click();
      },
    });
    await expect.poll(() => two.black.locator('.agreement').innerText()).toBe('3 + 2 · Blitz · Rated');
    await play(two, 'f2f3 e7e5 g2g4 d8h4');
    // The rating before and after, on both screens.
    await two.white.waitForSelector('.outcome:has-text("You lost")');
    for (const [page, sign] of [
      [two.white, '−'],
      [two.black, '+'],
    ] as const) {
      await expect.poll(() => page.locator('.ending-rating').allInnerTexts()).toHaveLength(1);
      await expect.poll(() => page.locator('.ending-rating').innerText()).toMatch(/^Rating 1500 → 1\d\d\d [−+]\d+$/);
      await expect.poll(() => page.locator('.player-bottom .player-change').innerText()).toContain(sign);
    }
    await two.white.locator('.ending').getByRole('button', { name: 'Close' }).click();

    // Each name links to the player's page.
    await two.white.getByRole('link', { name: 'Staunton' }).click();
    await two.white.getByRole('heading', { name: 'Staunton' }).waitFor();
    await expect.poll(() => two.white.locator('.ratings').innerText()).toMatch(/^Blitz\s1\d\d\d\?\sGames: 1$/);
    await expect.poll(() => two.white.locator('.hint').first().innerText()).toContain('Won: 1 · Drawn: 0 · Lost: 0');
    await two.white.waitForSelector('.kept-games:has-text("Morphy – Staunton")');
    await expect.poll(() => seriousFaults(two.white)).toEqual([]);
    await two.white.goto(new URL('/@/nobody-at-all', two.white.url()).href);
    await two.white.getByRole('alert').filter({ hasText: 'There is no player called nobody-at-all.' }).waitFor();
  });

  test('a player is challenged by name, declines, and accepts', async () => {
    const challenged = await openPage(browser, '/');
    await register(challenged, 'Zukertort');
    await challenged.waitForSelector('.lobby');
    const offer = async (): Promise<string> => {
      const page = await openPage(browser, '/');
      await page.getByRole('radio', { name: 'Play a friend by link' }).click();
      await page.getByText('More options').click();
      await page.getByLabel('Only for this player').fill('zukertort');
      await page.getByRole('button', { name: 'Start', exact: true }).click();
      await page.waitForSelector('h1:has-text("Waiting for Zukertort")');
      return page.url();
    };
    await offer();
    await challenged.locator('.asked').getByRole('button', { name: 'Decline' }).click();
    await expect.poll(() => challenged.locator('.asked').count()).toBe(0);
    await offer();
    await challenged.locator('.asked').getByRole('button', { name: 'Accept' }).click();
    await challenged.waitForSelector('.game cg-board piece');
  });

  test('a link that nobody has followed is not an error', async () => {
    const page = await openPage(browser, '/');
    const failed: string[] = [];
    page.on('response', response => {
      if (response.status() >= 400) failed.push(`${response.status()} ${response.url()}`);
    });
    await page.getByRole('radio', { name: 'Play a friend by link' }).click();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByLabel('Copy link').waitFor();
    // No request may fail while the page waits for an opponent: it asks the server again and again.
    const id = new URL(page.url()).pathname.split('/').at(-1);
    await page.waitForResponse(response => new URL(response.url()).pathname === `/app/games/${id}`);
    const other = await openPage(browser, '/');
    other.on('response', response => {
      if (response.status() >= 400) failed.push(`${response.status()} ${response.url()}`);
    });
    await other.goto(page.url());
    await other.getByRole('button', { name: 'Play', exact: true }).waitFor();
    expect(failed).toEqual([]);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await other.waitForSelector('h1:has-text("has been withdrawn")');
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
      const two = await meet(browser, { time: '15 + 10', address });
      await play(two, 'e2e4 e7e5');
      const gone = new Promise(resolve => server.process.once('exit', resolve));
      server.process.kill('SIGKILL');
      await gone;
      await two.white.waitForSelector('.connection');
      // A move made while the server is down.
      await drag(two.white, 'g1', 'f3');
      server = await startProgram(program, data, new URL(address).host);
      await Promise.all([untilMoves(two.white, 3), untilMoves(two.black, 3)]);
      await expect.poll(() => moves(two.black)).toEqual(['e4', 'e5', '♘f3']);
      await click(two.black, 'b8', 'c6');
      await untilMoves(two.white, 4);
      await expect.poll(() => two.white.locator('.connection').count()).toBe(0);
    } finally {
      server.process.kill('SIGKILL');
    }
  });
});
