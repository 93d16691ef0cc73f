/** A Swiss of an evening: announced, entered, paired, played, entered by hand, to the last round. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seriousFaults } from './axe';
import { openBrowser } from './browser';
import { openClub, variants } from './club';

const program = process.env['TABIYA_PROGRAM'] ?? '';
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

describe.runIf(program)('a tournament', () => {
  for (const [language, size] of variants) {
    test(`a Swiss of two rounds (${language}, ${size})`, async () => {
      const club = await openClub(browser, program, language, size);
      const { words, address } = club;
      try {
        club.user('add', 'clara', '--arbiter');
        const arbiter = await club.enter(club.user('link', 'clara'));
        const [anna, bert] = [await club.member('anna'), await club.member('bert')];
        for (const name of ['carla', 'davi']) club.user('add', name);

        await arbiter.goto(`${address}/tournaments`);
        await arbiter.getByLabel(words.tournamentName).fill('Torneio da noite');
        await arbiter.getByLabel(words.roundsOfSwiss).fill('2');
        await arbiter.getByLabel(words.playersOneALine).fill('anna\ncarla\ndavi');
        await arbiter.getByRole('button', { name: words.announceTournament }).click();
        await arbiter.waitForURL(/\/tournaments\/.+/);
        const page = arbiter.url();

        // Bert enters by himself.
        await bert.goto(page);
        await bert.getByRole('button', { name: words.takePart }).click();
        await bert.getByRole('button', { name: words.withdraw, exact: true }).waitFor();
        await bert.goto(`${address}/`);
        await Promise.all([anna, bert].map(player => player.waitForLoadState('networkidle')));

        const playRound = async (number: number): Promise<void> => {
          await arbiter.getByRole('button', { name: words.pairNextRound }).click();
          await arbiter.waitForSelector(`text=${words.roundNumber.replace('{number}', String(number))}`);
          for (const board of [1, 2]) {
            const label = words.resultOfBoard.replace('{number}', String(board));
            // The newest round is the first on the page.
            await arbiter.getByLabel(label).first().selectOption('1-0');
            await expect.poll(() => arbiter.getByLabel(label).first().inputValue()).toBe('1-0');
          }
        };
        await arbiter.reload();
        await playRound(1);
        // Players on the start page are taken to their boards.
        await Promise.all([anna, bert].map((player: Page) => player.waitForURL(/\/game\//)));
        await playRound(2);
        await arbiter.waitForSelector(`text=${words.tournamentOver}`);
        const points = arbiter.locator('section', { hasText: words.standings }).first().locator('tbody b');
        await expect.poll(() => points.allInnerTexts()).toHaveLength(4);
        expect((await points.first().innerText()).trim()).toBe('2.0');
        // Each cell names another line of the table, also where players share a rank.
        const cells = arbiter.locator('section', { hasText: words.standings }).first().locator('tbody tr');
        for (const row of await cells.all()) {
          const lines = (await row.locator('td').allInnerTexts()).slice(3, 5).map(cell => Number.parseInt(cell, 10));
          expect(new Set(lines).size).toBe(2);
        }
        await expect.poll(() => seriousFaults(arbiter)).toEqual([]);
        await club.shot(arbiter, 'tournament');
        const report = await arbiter
          .context()
          .request.get(`${page.replace('/tournaments/', '/app/tournaments/')}/report.trf`);
        await expect.poll(() => report.text()).toMatch(/^012 Torneio da noite/m);
        await arbiter.emulateMedia({ media: 'print' });
        await club.shot(arbiter, 'tournament-printed');
        await expect.poll(() => arbiter.getByRole('button', { name: words.pairNextRound }).count()).toBe(0);
      } finally {
        await club.close();
      }
    });
  }
});
