// The core games in Firefox: `npm run firefox`, with TABIYA_PROGRAM=… on the real server too. FIREFOX=… names the
// program. Playwright drives only a Firefox of its own; puppeteer speaks WebDriver BiDi to the one that is installed.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer from 'puppeteer-core';
import { preview } from 'vite';

const program = process.env.TABIYA_PROGRAM;
const data = mkdtempSync(join(tmpdir(), 'tabiya-firefox-'));
const { address, stop } = await (program ? serve(program) : serveFiles());
const browser = await puppeteer.launch({
  browser: 'firefox',
  executablePath: process.env.FIREFOX ?? '/usr/bin/firefox-esr',
  headless: true,
  timeout: 120_000,
  protocolTimeout: 180_000,
  extraPrefsFirefox: { 'ui.prefersReducedMotion': 1, 'intl.accept_languages': 'en-GB' },
});

async function serveFiles() {
  const server = await preview({ preview: { port: 0, host: '127.0.0.1' } });
  return { address: server.resolvedUrls.local[0].replace(/\/$/, ''), stop: () => server.close() };
}

function serve(name) {
  const child = spawn(name, ['serve', '--listen', '127.0.0.1:0', '--data', data]);
  return new Promise((resolve, reject) => {
    const hear = text => {
      const found = /https?:\/\/[\d.:]+/.exec(String(text));
      if (found) resolve({ address: found[0], stop: () => child.kill() });
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.on('exit', code => reject(new Error(`the server ended with ${code}`)));
  });
}

/** A page of its own person. */
async function openPage(path) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport({ width: 1280, height: 800 });
  page.setDefaultTimeout(90_000);
  page.on('pageerror', error => {
    throw error;
  });
  await page.goto(address + path);
  return page;
}

const named = (page, role, name) => page.locator(`::-p-aria([name="${name}"][role="${role}"])`);
const choose = (page, name) => named(page, 'radio', name).click();
const press = (page, name) => named(page, 'button', name).click();

async function place(page, square) {
  return page.evaluate(wanted => {
    const board = document.querySelector('.game-board cg-board').getBoundingClientRect();
    const white = document.querySelector('.game-board .orientation-white') !== null;
    const [file, rank] = ['abcdefgh'.indexOf(wanted[0]), Number(wanted[1]) - 1];
    const [column, row] = white ? [file, 7 - rank] : [7 - file, rank];
    return { x: board.x + ((column + 0.5) * board.width) / 8, y: board.y + ((row + 0.5) * board.height) / 8 };
  }, square);
}

async function drag(page, move) {
  const [from, to] = [await place(page, move.slice(0, 2)), await place(page, move.slice(2))];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2);
  await page.mouse.move(to.x, to.y);
  await page.mouse.up();
}

async function click(page, move) {
  for (const square of [move.slice(0, 2), move.slice(2)]) {
    const { x, y } = await place(page, square);
    await page.mouse.click(x, y);
  }
}

const untilMoves = (page, count) =>
  page.waitForFunction(wanted => document.querySelectorAll('.moves button.move').length === wanted, {}, count);
const text = (page, selector) => page.$eval(selector, element => element.textContent);

const games = {
  async 'two people at one screen, to mate by drag and click'() {
    const page = await openPage('/');
    await choose(page, 'Play a friend here');
    await press(page, 'Start');
    await page.waitForSelector('.game cg-board piece');
    for (const [index, move] of ['f2f3', 'e7e5', 'g2g4', 'd8h4'].entries()) {
      await (index % 2 === 0 ? drag : click)(page, move);
      await untilMoves(page, index + 1);
    }
    await page.waitForSelector('.ending');
    assert.match(await text(page, '.ending'), /Black wins.*by checkmate/);
  },
  async 'the computer answers'() {
    const page = await openPage('/');
    await choose(page, 'Play the computer');
    await choose(page, 'White');
    await press(page, 'Start');
    await page.waitForSelector('.game cg-board piece');
    await drag(page, 'e2e4');
    await untilMoves(page, 2);
  },
  async 'a pawn becomes what is picked'() {
    const page = await openPage('/clock');
    await page.evaluate(() => {
      const lines = [{ do: 'start', fen: '7k/P7/8/8/8/8/8/K7 w - - 0 1' }];
      const game = {
        id: 'Firefox1',
        kind: 'here',
        you: 'both',
        elapsed: 0,
        date: 0,
        fen: '',
        plies: 0,
        result: null,
        reason: null,
        lines,
      };
      localStorage.setItem('tabiya.game.Firefox1', JSON.stringify(game));
    });
    await page.goto(`${address}/board/Firefox1`);
    await page.waitForSelector('.game cg-board piece');
    await click(page, 'a7a8');
    await press(page, 'Promote to knight');
    await untilMoves(page, 1);
    assert.equal(await text(page, '.moves button.move'), 'a8=♘');
  },
  ...(program
    ? {
        async 'by link, with premoves, to mate, and a rematch'() {
          const white = await openPage('/');
          await choose(white, 'Play a friend by link');
          await choose(white, 'White');
          await choose(white, '3 + 2');
          await press(white, 'Start');
          await white.waitForSelector('.qr');
          const black = await openPage(new URL(white.url()).pathname);
          await press(black, 'Play');
          await Promise.all([white, black].map(page => page.waitForSelector('.game cg-board piece')));
          await drag(white, 'e2e4');
          await untilMoves(black, 1);
          // In advance, two of them.
          await click(white, 'd1h5');
          await click(white, 'f1c4');
          await click(black, 'e7e5');
          await untilMoves(black, 3);
          await click(black, 'b8c6');
          await untilMoves(black, 5);
          await click(black, 'g8f6');
          await untilMoves(white, 6);
          await white.bringToFront();
          await click(white, 'h5f7');
          await Promise.all([white, black].map(page => page.waitForSelector('.ending')));
          assert.match(await text(white, '.ending'), /You won.*by checkmate/);
          assert.match(await text(black, '.ending'), /You lost.*by checkmate/);
          await press(white, 'Rematch');
          await press(black, 'Accept the rematch');
          await untilMoves(white, 0);
          await untilMoves(black, 0);
        },
      }
    : {}),
};

let failed = 0;
console.log(await browser.version());
for (const [name, play] of Object.entries(games)) {
  try {
    await play();
    console.log(`ok      ${name}`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED  ${name}: ${error.stack ?? error}`);
  }
}
await browser.close();
await stop();
rmSync(data, { recursive: true, force: true });
process.exit(failed === 0 ? 0 : 1);
