/** One-evening tournaments: announcement, entry, pairing, games, results by hand, to the last round. */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TournamentSystem } from '../src/wire';
import { seriousFaults } from './axe';
import { openBrowser } from './browser';
import { type Club, openClub, variants } from './club';

const program = process.env['TABIYA_PROGRAM'] ?? '';
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** Announces a tournament on the page; returns its address. */
async function announce(club: Club, arbiter: Page, system: TournamentSystem, players: string[]): Promise<string> {
  const { words, address } = club;
  await arbiter.goto(`${address}/tournaments`);
  await arbiter.getByLabel(words.tournamentName).fill('Torneio da noite');
  await arbiter.getByLabel(words.system).selectOption(system);
  await arbiter.getByLabel(words.roundsOfSwiss).fill('2');
  await arbiter.getByLabel(words.playersOneALine).fill(players.join('\n'));
  await arbiter.getByRole('button', { name: words.announceTournament }).click();
  await arbiter.waitForURL(/\/tournaments\/.+/);
  return arbiter.url();
}

async function pair({ words }: Club, arbiter: Page, number: number): Promise<void> {
  await arbiter.getByRole('button', { name: words.pairNextRound }).click();
  await arbiter.getByRole('heading', { name: words.roundNumber.replace('{number}', String(number)) }).waitFor();
}

/** Enters the result of a board of the newest round, which is the first on the page. */
async function enter({ words }: Club, arbiter: Page, board: number, score: string): Promise<void> {
  const result = arbiter.getByLabel(words.resultOfBoard.replace('{number}', String(board))).first();
  await result.selectOption(score);
  await expect.poll(() => result.inputValue()).toBe(score);
}

const standings = ({ words }: Club, page: Page): Locator =>
  page.locator('section', { has: page.getByRole('heading', { name: words.standings }) });

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

        const page = await announce(club, arbiter, 'swiss', ['anna', 'carla', 'davi']);

        // Bert enters on his own.
        await bert.goto(page);
        await bert.getByRole('button', { name: words.takePart }).click();
        await bert.getByRole('button', { name: words.withdraw, exact: true }).waitFor();
        await bert.goto(`${address}/`);
        await Promise.all([anna, bert].map(player => player.waitForLoadState('networkidle')));

        const playRound = async (number: number): Promise<void> => {
          await pair(club, arbiter, number);
          for (const board of [1, 2]) await enter(club, arbiter, board, '1-0');
        };
        await arbiter.reload();
        await playRound(1);
        // Players on the start page are taken to their boards.
        await Promise.all([anna, bert].map((player: Page) => player.waitForURL(/\/game\//)));
        await playRound(2);
        await arbiter.waitForSelector(`text=${words.tournamentOver}`);
        const points = standings(club, arbiter).locator('tbody b');
        await expect.poll(() => points.allInnerTexts()).toHaveLength(4);
        expect((await points.first().innerText()).trim()).toBe('2.0');
        // Each cell refers to another row of the table, also when players share a rank.
        const cells = standings(club, arbiter).locator('tbody tr');
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

  test('a round robin of four: everybody meets everybody, and the table counts', async () => {
    const club = await openClub(browser, program, 'en', 'desktop');
    const { words } = club;
    try {
      club.user('add', 'clara', '--arbiter');
      for (const name of ['anna', 'bert', 'carla', 'davi']) club.user('add', name);
      const arbiter = await club.enter(club.user('link', 'clara'));
      await announce(club, arbiter, 'round_robin', ['anna', 'bert', 'carla', 'davi']);
      await pair(club, arbiter, 1);
      // Three rounds, whatever the field for Swiss rounds says.
      await arbiter.getByText(words.roundsPaired.replace('{count}', '1').replace('{all}', '3')).waitFor();
      await enter(club, arbiter, 1, '1/2-1/2');
      const points = standings(club, arbiter).locator('tbody tr b');
      await expect.poll(() => points.allInnerTexts()).toEqual(['0.5', '0.5', '0.0', '0.0']);
      await enter(club, arbiter, 2, '0-1');
      await expect.poll(() => points.allInnerTexts()).toEqual(['1.0', '0.5', '0.5', '0.0']);
      await pair(club, arbiter, 2);
      await expect.poll(() => arbiter.getByRole('combobox').count()).toBe(4);
    } finally {
      await club.close();
    }
  });

  test('a knock-out of four: the winners play the final, and one is left', async () => {
    const club = await openClub(browser, program, 'pt', 'phone');
    const { words } = club;
    try {
      club.user('add', 'clara', '--arbiter');
      for (const name of ['anna', 'bert', 'carla', 'davi']) club.user('add', name);
      const arbiter = await club.enter(club.user('link', 'clara'));
      await announce(club, arbiter, 'knockout', ['anna', 'bert', 'carla', 'davi']);
      await pair(club, arbiter, 1);
      const winners: string[] = [];
      for (const board of [1, 2]) {
        const row = arbiter.locator('tr', {
          has: arbiter.getByLabel(words.resultOfBoard.replace('{number}', String(board))),
        });
        // White wins on the first board, Black on the second.
        winners.push(await row.locator('td').nth(board).innerText());
        await enter(club, arbiter, board, board === 1 ? '1-0' : '0-1');
      }
      await pair(club, arbiter, 2);
      const final = arbiter.locator('section', {
        has: arbiter.getByRole('heading', { name: words.roundNumber.replace('{number}', '2') }),
      });
      await expect.poll(() => final.locator('tbody tr').count()).toBe(1);
      const finalists = (await final.locator('tbody td').allInnerTexts()).slice(1, 3);
      expect([...finalists].sort()).toEqual([...winners].sort());
      await enter(club, arbiter, 1, '1-0');
      await arbiter.getByText(words.tournamentOver).waitFor();
      const first = standings(club, arbiter).locator('tbody tr').first();
      await expect.poll(() => first.innerText()).toContain(finalists[0]);
      await expect.poll(() => seriousFaults(arbiter)).toEqual([]);
    } finally {
      await club.close();
    }
  });

  test('lists begin at the top of their panels, and fields do not touch', async () => {
    const club = await openClub(browser, program, 'en', 'desktop');
    const { words, address } = club;
    try {
      club.user('add', 'clara', '--arbiter', '--admin');
      const arbiter = await club.enter(club.user('link', 'clara'));
      await announce(club, arbiter, 'swiss', []);
      await arbiter.goto(`${address}/tournaments`);
      const panel = arbiter.locator('section.panel', { has: arbiter.locator('.rows li') });
      const [around, first] = [await panel.boundingBox(), await panel.locator('.rows li').first().boundingBox()];
      expect((first?.y ?? 999) - (around?.y ?? 0)).toBeLessThan(40);
      expect(first?.height).toBeLessThan(80);
      await arbiter.goto(`${address}/rounds`);
      const [white, black] = await Promise.all(
        ['white', 'black'].map(name => arbiter.locator(`input[name=${name}]`).boundingBox()),
      );
      expect((black?.x ?? 0) - (white?.x ?? 0) - (white?.width ?? 0)).toBeGreaterThanOrEqual(8);
      // The current tab of the administration is marked.
      await arbiter.goto(`${address}/admin`);
      const colour = (name: string): Promise<string> =>
        arbiter.getByRole('button', { name, exact: true }).evaluate(one => getComputedStyle(one).backgroundColor);
      await expect.poll(() => colour(words.adminPeople)).not.toBe(await colour(words.adminAccounts));
    } finally {
      await club.close();
    }
  });
});
