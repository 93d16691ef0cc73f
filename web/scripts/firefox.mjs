// The core games in the installed Firefox: `npm run firefox`, with TABIYA_PROGRAM=… also on the real server. FIREFOX=…
// names the browser. Playwright drives only its own build of Firefox; puppeteer speaks WebDriver BiDi to any.
import puppeteer from 'puppeteer-core';
import { playCoreGames } from './browsers/games.mjs';
import { serve } from './browsers/serve.mjs';

const { address, hasServer, stop } = await serve();
const browser = await puppeteer.launch({
  browser: 'firefox',
  executablePath: process.env.FIREFOX ?? '/usr/bin/firefox-esr',
  headless: true,
  timeout: 120_000,
  protocolTimeout: 180_000,
  extraPrefsFirefox: { 'ui.prefersReducedMotion': 1, 'intl.accept_languages': 'en-GB' },
});
let contexts = [];

async function open(path) {
  const context = await browser.createBrowserContext();
  contexts.push(context);
  const page = await context.newPage();
  await page.setViewport({ width: 1280, height: 800 });
  page.setDefaultTimeout(90_000);
  page.on('pageerror', error => {
    throw error;
  });
  await page.goto(address + path);
  return {
    goto: next => page.goto(address + next),
    evaluate: (question, ...values) => page.evaluate(question, ...values),
    move: (x, y) => page.mouse.move(x, y),
    down: () => page.mouse.down(),
    up: () => page.mouse.up(),
    // A background tab draws no frames, and chessground moves pieces in frames.
    front: () => page.bringToFront(),
  };
}

async function close() {
  for (const context of contexts) await context.close();
  contexts = [];
}

console.log(await browser.version());
const failed = await playCoreGames(open, { hasServer, close });
await browser.close();
await stop();
process.exit(failed === 0 ? 0 : 1);
