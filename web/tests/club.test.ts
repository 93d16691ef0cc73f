/** A teacher's ten minutes: accounts from a list, cards, log-in by link, a round; in two languages and sizes. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seriousFaults } from './axe';
import { click, openBrowser, openPage, untilMoves } from './browser';
import { startProgram } from './serve';

const program = process.env['TABIYA_PROGRAM'];
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** What the pages say in each language. */
const languages = {
  en: {
    locale: 'en-GB',
    logIn: 'Log in',
    newAccounts: 'New accounts',
    onePerLine: 'People, one a line',
    makeCards: 'Create accounts and cards',
    close: 'Close',
    settings: 'Settings',
    chatOff: 'off',
    save: 'Save',
    saved: 'Saved.',
    pairings: 'Pairings, White first',
    seat: 'Seat the players',
    start: 'Start all clocks',
    pause: 'Pause all clocks',
    people: 'People',
    search: 'Search',
  },
  pt: {
    locale: 'pt-BR',
    logIn: 'Entrar',
    newAccounts: 'Novas contas',
    onePerLine: 'Pessoas, uma por linha',
    makeCards: 'Criar contas e cartões',
    close: 'Fechar',
    settings: 'Configurações',
    chatOff: 'off',
    save: 'Salvar',
    saved: 'Salvo.',
    pairings: 'Emparceiramentos, brancas primeiro',
    seat: 'Sentar os jogadores',
    start: 'Acionar todos os relógios',
    pause: 'Parar todos os relógios',
    people: 'Pessoas',
    search: 'Buscar',
  },
} as const;

const sizes: Record<string, BrowserContextOptions> = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true },
};

describe.runIf(program)('a club', () => {
  for (const [language, size] of [
    ['en', 'desktop'],
    ['pt', 'phone'],
  ] as const) {
    test(`from a pasted list to the first round (${language}, ${size})`, async () => {
      const words = languages[language];
      const data = mkdtempSync(join(tmpdir(), 'tabiya-club-'));
      const server = await startProgram(program ?? '', data);
      const tabiya = (...words: string[]): string =>
        execFileSync(program ?? '', ['user', ...words, '--data', data])
          .toString()
          .trim();
      const options = { locale: words.locale, bypassCSP: true, ...sizes[size] };
      const enter = async (path: string): Promise<Page> => {
        const page = await openPage(browser, path, options, server.address);
        await page.getByRole('button', { name: words.logIn }).click();
        await page.waitForURL(`${server.address}/`);
        return page;
      };
      try {
        tabiya('add', 'teacher', '--admin');
        const teacher = await enter(tabiya('link', 'teacher'));
        await teacher.goto(`${server.address}/admin`);
        await teacher.getByRole('button', { name: words.newAccounts }).click();
        const pupils = Array.from({ length: 30 }, (_, index) => `Aluna Número ${index + 1}`);
        await teacher.getByLabel(words.onePerLine).fill(pupils.join('\n'));
        const answer = teacher.waitForResponse(found => found.url().endsWith('/app/admin/users'));
        await teacher.getByRole('button', { name: words.makeCards }).click();
        const { cards } = (await (await answer).json()) as { cards: { name: string; link: string }[] };
        await expect.poll(() => teacher.locator('.login-card svg.qr').count()).toBe(30);
        expect(await seriousFaults(teacher)).toEqual([]);
        if (process.env['CLUB_SHOTS']) {
          await teacher.screenshot({ path: join(process.env['CLUB_SHOTS'], `cards-${size}.png`) });
        }
        await teacher.getByRole('button', { name: words.close }).click();
        await teacher.getByRole('button', { name: words.people }).click();
        await expect.poll(() => teacher.locator('.club-person').count()).toBe(31);
        await teacher.getByRole('button', { name: words.settings }).click();
        await teacher.locator('select[name=chat]').selectOption(words.chatOff);
        await teacher.getByRole('button', { name: words.save }).click();
        await teacher.waitForSelector(`text=${words.saved}`);
        expect(await seriousFaults(teacher)).toEqual([]);
        if (process.env['CLUB_SHOTS']) {
          await teacher.screenshot({ path: join(process.env['CLUB_SHOTS'], `settings-${size}.png`) });
        }

        const link = (index: number): string => new URL(cards[index]?.link ?? '').pathname;
        const [white, black] = [await enter(link(0)), await enter(link(1))];
        await Promise.all([white, black].map(page => page.waitForLoadState('networkidle')));
        await teacher.goto(`${server.address}/rounds`);
        await teacher.getByLabel(words.pairings).fill(`${cards[0]?.name} - ${cards[1]?.name}`);
        await teacher.getByRole('button', { name: words.seat }).click();
        // The players are taken to their board.
        await Promise.all([white, black].map(page => page.waitForURL(/\/game\//)));
        await Promise.all([white, black].map(page => page.waitForSelector('.game cg-board piece')));
        await teacher.getByRole('button', { name: words.start }).click();
        await teacher.waitForSelector(`text=${words.pause}`);
        await click(white, 'e2', 'e4');
        await untilMoves(black, 1);
        expect(await seriousFaults(teacher)).toEqual([]);
        if (process.env['CLUB_SHOTS']) {
          await teacher.waitForTimeout(1500);
          await teacher.screenshot({ path: join(process.env['CLUB_SHOTS'], `round-${size}.png`) });
        }
        await teacher.getByRole('button', { name: words.pause }).click();
        await white.waitForTimeout(200);
      } finally {
        server.process.kill();
        await new Promise(resolve => server.process.once('exit', resolve));
        rmSync(data, { recursive: true, force: true });
      }
    });
  }
});
