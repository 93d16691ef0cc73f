/** A teacher's first ten minutes: accounts from a list, cards, login by link, a round; in two languages and sizes. */
import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seriousFaults } from './axe';
import { click, openBrowser, untilMoves } from './browser';
import { openClub, variants } from './club';

const program = process.env['TABIYA_PROGRAM'] ?? '';
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

describe.runIf(program)('a club', () => {
  for (const [language, size] of variants) {
    test(`from a pasted list to the first round (${language}, ${size})`, async () => {
      const club = await openClub(browser, program, language, size);
      const { words, address } = club;
      try {
        club.user('add', 'teacher', '--admin');
        const teacher = await club.enter(club.user('link', 'teacher'));
        await teacher.goto(`${address}/admin`);
        await teacher.getByRole('button', { name: words.adminAccounts }).click();
        const pupils = Array.from({ length: 30 }, (_, index) => `Aluna Número ${index + 1}`);
        await teacher.getByLabel(words.oneALine).fill(pupils.join('\n'));
        const answer = teacher.waitForResponse(found => found.url().endsWith('/app/admin/users'));
        await teacher.getByRole('button', { name: words.makeCards }).click();
        const { cards } = (await (await answer).json()) as { cards: { name: string; link: string }[] };
        await expect.poll(() => teacher.locator('.login-card svg.qr').count()).toBe(30);
        await expect.poll(() => seriousFaults(teacher)).toEqual([]);
        await club.shot(teacher, 'cards');
        await teacher.getByRole('button', { name: words.close }).click();
        await teacher.getByRole('button', { name: words.adminPeople }).click();
        await expect.poll(() => teacher.locator('.club-person').count()).toBe(31);
        await teacher.getByRole('button', { name: words.settings }).click();
        await teacher.locator('select[name=chat]').selectOption('off');
        await teacher.getByLabel(words.timesOffered).fill('5+3, 10+0');
        await teacher.getByLabel(words.levelsOffered).fill('1 2');
        await teacher.getByLabel(words.showRealNames).check();
        await teacher.getByRole('button', { name: words.save }).click();
        await teacher.waitForSelector(`text=${words.saved}`);
        await expect.poll(() => seriousFaults(teacher)).toEqual([]);
        await club.shot(teacher, 'settings');

        const link = (index: number): string => new URL(cards[index]?.link ?? '').pathname;
        const [white, black] = [await club.enter(link(0)), await club.enter(link(1))];
        await Promise.all([white, black].map(page => page.waitForLoadState('networkidle')));
        // The start page offers only what the teacher has allowed.
        await expect.poll(() => white.locator('.row-time .segment').count()).toBe(2);
        await expect.poll(() => white.locator('.row-level .segment').count()).toBe(2);
        await teacher.goto(`${address}/rounds`);
        // A pair chosen from the list of players instead of pasted.
        await teacher.getByLabel(words.white, { exact: true }).fill(cards[0]?.name ?? '');
        await teacher.getByLabel(words.black, { exact: true }).fill(cards[1]?.name ?? '');
        await teacher.getByRole('button', { name: words.addPair }).click();
        await expect
          .poll(() => teacher.getByLabel(words.pairings).inputValue())
          .toBe(`${cards[0]?.name} - ${cards[1]?.name}\n`);
        await expect.poll(() => teacher.locator('#round-players option').count()).toBe(31);
        await expect
          .poll(() => teacher.locator('select[name=time] option').allInnerTexts())
          .toContain(`10 + 5 · ${words.rapid}`);
        await teacher.getByRole('button', { name: words.seatPlayers }).click();
        // The players are taken to their boards.
        await Promise.all([white, black].map(page => page.waitForURL(/\/game\//)));
        await Promise.all([white, black].map(page => page.waitForSelector('.game cg-board piece')));
        await teacher.getByRole('button', { name: words.startClocks }).click();
        await teacher.waitForSelector(`text=${words.pauseAllClocks}`);
        await teacher.getByText('Aluna Número 2', { exact: false }).first().waitFor();
        await click(white, 'e2', 'e4');
        await untilMoves(black, 1);
        await expect.poll(() => seriousFaults(teacher)).toEqual([]);
        await club.shot(teacher, 'round');
        await teacher.getByRole('button', { name: words.pauseAllClocks }).click();
        await teacher.getByRole('button', { name: words.resumeAllClocks }).waitFor();
        const saved = async (role: 'link' | 'button', name: string): Promise<string> => {
          const file = teacher.waitForEvent('download');
          await teacher.getByRole(role, { name, exact: true }).click();
          return readFileSync(await (await file).path(), 'utf8');
        };
        expect(await saved('link', words.resultsText)).toContain(cards[0]?.name ?? '?');
        expect(await saved('link', 'CSV')).toContain('board,white,black,result');
        expect(await saved('button', 'PGN')).toContain('1. e4');
      } finally {
        await club.close();
      }
    });
  }
});
