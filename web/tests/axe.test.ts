/**
 * axe-core finds nothing on any page in either theme. Pages that need people or saved games are checked in their own
 * tests.
 */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { faults } from './axe';
import { openBrowser, openPage } from './browser';
import { keepGame } from './saved';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const MATE = ['f3', 'e5', 'g4', 'Qh4#'];

const pages: [path: string, ready: string][] = [
  ['/', '.new-game'],
  ['/board/AxeGame1', '.game cg-board piece'],
  ['/board/AxeGame2', '.outcome'],
  ['/computer/nowhere1', 'main h1'],
  ['/watch', 'main h1'],
  ['/analysis', '.analysis cg-board piece'],
  ['/library', '.library'],
  ['/editor', '.verdict'],
  ['/laws', '.laws-contents a'],
  ['/laws/S01', '.stage-board cg-board piece'],
  ['/about', 'main h2'],
  ['/games', '.my-games'],
  ['/settings', '.settings-group'],
  ['/clock', '.clock-side'],
  ['/login', 'main h1'],
  ['/nowhere', 'main h1'],
  ...(inject('hasServer')
    ? ([
        ['/game/nowhere1', 'main h1'],
        ['/@/nobody', 'main h1'],
        ['/admin', 'main h1'],
        ['/rounds', 'main h1'],
        ['/tournaments', 'main h1'],
        ['/invite', 'main h1'],
      ] as [string, string][])
    : []),
];

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing on any page, ${colorScheme}`, async () => {
    const page = await openPage(browser, '/clock', { colorScheme, bypassCSP: true });
    const start = { time: '180+2' };
    await keepGame(page, { id: 'AxeGame1', start, moves: MATE.slice(0, 3) });
    await keepGame(page, { id: 'AxeGame2', start, moves: MATE });
    const found: string[] = [];
    for (const [path, ready] of pages) {
      await page.goto(inject('address') + path);
      await page.waitForSelector(ready);
      found.push(...(await faults(page)).map(fault => `${path} ${fault}`));
    }
    expect(found).toEqual([]);
  });
}
