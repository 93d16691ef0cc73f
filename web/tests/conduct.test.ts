/** People of a club: invitations, forgotten passwords, blocking and reporting. */
import type { Browser } from 'playwright-core';
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

describe.runIf(program)('people of a club', () => {
  for (const [language, size] of variants) {
    test(`an invitation, and a forgotten password (${language}, ${size})`, async () => {
      const club = await openClub(browser, program, language, size);
      const { words, address } = club;
      const button = (name: string): { name: string; exact: true } => ({ name, exact: true });
      try {
        club.user('add', 'teacher', '--admin');
        const teacher = await club.enter(club.user('link', 'teacher'));
        await teacher.goto(`${address}/admin`);
        await teacher.getByRole('button', button(words.settings)).click();
        await teacher.locator('select[name=registration]').selectOption('invite');
        await teacher.getByRole('button', button(words.save)).click();
        await teacher.waitForSelector(`text=${words.saved}`);
        await teacher.getByRole('button', button(words.adminAccounts)).click();
        await teacher.getByRole('button', button(words.makeInvitation)).click();
        const invitation = await teacher.locator('code.secret').innerText();
        await expect.poll(() => seriousFaults(teacher)).toEqual([]);

        const stranger = await club.open('/login');
        await stranger.getByLabel(words.name).waitFor();
        await expect.poll(() => stranger.getByRole('button', button(words.createAccount)).count()).toBe(0);

        const invited = await club.open(new URL(invitation).pathname + new URL(invitation).search);
        await invited.getByLabel(words.name).fill('carla');
        await invited.getByLabel(words.password).fill('uma senha boa');
        await invited.getByRole('button', button(words.createAccount)).click();
        await invited.waitForSelector(`text=${words.loggedInAs.replace('{name}', 'carla')}`);
        await expect.poll(() => seriousFaults(invited)).toEqual([]);
        await club.shot(invited, 'account');

        // Carla forgets her password, and the teacher creates a link with which she sets a new one.
        await teacher.getByRole('button', button(words.adminPeople)).click();
        await teacher.locator('.club-person', { hasText: 'carla' }).getByRole('button').first().click();
        await teacher.getByRole('button', button(words.resetLink)).click();
        const reset = await teacher.locator('code.secret').innerText();
        await club.shot(teacher, 'reset');
        const elsewhere = await club.open(new URL(reset).pathname);
        await elsewhere.locator('input[name=password]').fill('outra senha boa');
        await elsewhere.getByRole('button', button(words.login)).click();
        await elsewhere.waitForURL(`${address}/`);
        // The old session and the old password are no longer valid, and the link works only once.
        await invited.goto(`${address}/login`);
        await invited.getByLabel(words.name).fill('carla');
        await invited.getByLabel(words.password).fill('uma senha boa');
        await invited.getByRole('button', button(words.login)).click();
        await invited.locator('.problem').waitFor();
        await invited.getByLabel(words.name).fill('carla');
        await invited.getByLabel(words.password).fill('outra senha boa');
        await invited.getByRole('button', button(words.login)).click();
        await invited.waitForSelector(`text=${words.loggedInAs.replace('{name}', 'carla')}`);
        const again = await invited.context().request.get(reset);
        expect(again.status()).toBe(410);
      } finally {
        await club.close();
      }
    });

    test(`somebody is blocked and reported (${language}, ${size})`, async () => {
      const club = await openClub(browser, program, language, size);
      const { words, address } = club;
      try {
        club.user('add', 'teacher', '--admin');
        const teacher = await club.enter(club.user('link', 'teacher'));
        const [anna, bert] = [await club.member('anna'), await club.member('bert')];
        await anna.goto(`${address}/@/bert`);
        await anna.getByRole('button', { name: words.blockPlayer }).click();
        await anna.getByRole('button', { name: words.unblockPlayer }).waitFor();
        const challenge = (): Promise<number> =>
          bert.evaluate(async () => {
            const wish = { opponent: { user: { name: 'anna' } }, time: '300' };
            const headers = { 'content-type': 'application/json' };
            return (await fetch('/app/games', { method: 'POST', headers, body: JSON.stringify(wish) })).status;
          });
        await expect.poll(() => challenge()).toBe(403);
        await anna.locator('summary', { hasText: words.reportPlayer }).click();
        await anna.getByLabel(words.reportHint).fill('Ele pede lances a outra pessoa.');
        await expect.poll(() => seriousFaults(anna)).toEqual([]);
        await club.shot(anna, 'report');
        await anna.getByRole('button', { name: words.sendReport, exact: true }).click();
        await anna.waitForSelector(`text=${words.reported}`);
        await anna.getByRole('button', { name: words.unblockPlayer }).click();
        await anna.getByRole('button', { name: words.blockPlayer, exact: true }).waitFor();
        await expect.poll(() => challenge()).toBe(201);

        await teacher.goto(`${address}/admin`);
        await teacher.getByRole('button', { name: words.adminReports, exact: true }).click();
        await teacher.waitForSelector('text=anna → bert');
        await teacher.waitForSelector('text=Ele pede lances a outra pessoa.');
        await expect.poll(() => seriousFaults(teacher)).toEqual([]);
      } finally {
        await club.close();
      }
    });
  }
});
