/** The start page and the frame of every page: choices, menu, the link back to a game, challenges. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { seriousFaults } from './axe';
import { click, drag, openBrowser, openPage, untilMoves } from './browser';
import { meet, play, register } from './meet';

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const sentence = (page: Page): Promise<string> => page.locator('.time-sentence').innerText();

test('the time control is said in a sentence, whatever way it was chosen', async () => {
  const page = await openPage(browser, '/');
  await page.getByRole('radio', { name: '3 + 2' }).click();
  await expect.poll(() => sentence(page)).toBe('3 min, plus 2 s per move for each player. Blitz');
  await page.getByRole('radio', { name: 'Other…' }).click();
  await page.getByRole('button', { name: 'More: Minutes each' }).click();
  await expect.poll(() => sentence(page)).toBe('4 min, plus 2 s per move for each player. Blitz');
  await page.getByRole('radio', { name: 'Stages' }).click();
  await expect
    .poll(() => sentence(page))
    .toBe('40 moves in 4 min, plus 2 s per move, then 30 min, plus 2 s per move Blitz');
  await page.getByRole('radio', { name: 'Days' }).click();
  await expect.poll(() => sentence(page)).toContain('3 days for every move.');
  for (const [text, means] of [
    ['40/90:30+30', '40 moves in 90 min, then 30 min, plus 30 s per move'],
    ['5|3', '5 min, plus 3 s per move for each player.'],
    ['5 3', '5 min, plus 3 s per move for each player.'],
    ['G/5', '5 min for each player.'],
    ['1h30+30s', '90 min, plus 30 s per move for each player.'],
    ['0:12', '12 s for each player.'],
    ['1/4', '4 s for every move'],
    ['*180', 'Hourglass: 3 min each'],
    ['300d5', '5 min, with a delay of 5 s'],
    ['whenever', 'This is not a valid time control.'],
  ] as const) {
    await page.getByLabel('Time control').fill(text);
    await expect.poll(() => sentence(page), { message: text }).toContain(means);
  }
  await expect.poll(() => page.getByRole('button', { name: 'Start', exact: true }).isDisabled()).toBe(true);
});

test('choosing another time control starts with a default one, and the clock is on', async () => {
  const page = await openPage(browser, '/');
  await page.getByRole('radio', { name: 'No clock' }).click();
  await page.getByRole('radio', { name: 'Other…' }).click();
  await expect.poll(() => sentence(page)).toBe('10 min, plus 5 s per move for each player. Rapid');
  await expect.poll(() => page.getByLabel('Time control').inputValue()).toBe('10+5');
});

test('choices are radio groups: few stops for the Tab key, arrows inside', async () => {
  const page = await openPage(browser, '/');
  await page.getByRole('radio', { name: 'Play the computer' }).focus();
  let stops = 0;
  while ((await page.evaluate(() => document.activeElement?.className ?? '')).includes('start') === false) {
    await page.keyboard.press('Tab');
    if (++stops > 12) break;
  }
  expect(stops).toBeLessThanOrEqual(8);
  await page.getByRole('radio', { name: 'White', exact: true }).click();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => page.getByRole('radio', { name: 'Random' }).getAttribute('aria-checked')).toBe('true');
});

test.each([
  [320, 568],
  [390, 844],
  [820, 1180],
  [844, 390],
  [1280, 720],
])('nothing is cut off at %i x %i, and Start is in sight', async (width, height) => {
  const page = await openPage(browser, '/', { viewport: { width, height } });
  await page.waitForSelector('.new-game');
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  expect((await page.locator('.bar').boundingBox())?.height).toBeLessThanOrEqual(56);
  // Where the links do not fit in one line, they are behind a button.
  expect(await page.getByRole('button', { name: 'Menu' }).isVisible()).toBe(width <= 1000);
  const start = await page.getByRole('button', { name: 'Start', exact: true }).boundingBox();
  expect((start?.y ?? 9_999) + (start?.height ?? 0)).toBeLessThanOrEqual(height);
  for (const dot of await page.locator('.row-colour .dot').all()) expect((await dot.boundingBox())?.width).toBe(14);
  if (width >= 800) expect((await page.locator('.home-board').boundingBox())?.width).toBeGreaterThan(300);
});

test('the menu of a phone closes by a tap outside and by Escape', async () => {
  const page = await openPage(browser, '/settings', { viewport: { width: 390, height: 844 } });
  const links = page.locator('nav.links');
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect.poll(() => links.isVisible()).toBe(true);
  await page.mouse.click(200, 800);
  await expect.poll(() => links.isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.keyboard.press('Escape');
  await expect.poll(() => links.isVisible()).toBe(false);
});

test('the slider of the computer’s strength stands where the level is', async () => {
  const page = await openPage(browser, '/');
  await page.getByRole('radio', { name: /^Level 3/ }).click();
  const slider = page.locator('.strength-slider input');
  const [shown, value] = [await page.locator('.strength-slider output').innerText(), await slider.inputValue()];
  expect(value).toBe(shown);
  const [least, most] = [Number(await slider.getAttribute('min')), Number(await slider.getAttribute('max'))];
  expect(Number(value)).toBeGreaterThan(least);
  expect(Number(value)).toBeLessThan(most);
});

test('the computer has a face that changes with its strength', async () => {
  const page = await openPage(browser, '/', { viewport: { width: 390, height: 844 } });
  const face = page.locator('.strength .face');
  const look = (): Promise<string> => face.innerHTML();
  const seen = new Set<string>();
  await page.locator('.strength-slider input').fill('400');
  await page.locator('.row-level .legend', { hasText: 'First games' }).waitFor();
  seen.add(await look());
  for (let level = 1; level <= 8; level++) {
    const choice = page.getByRole('radio', { name: new RegExp(`^Level ${level}:`) });
    await choice.click();
    await expect.poll(() => choice.getAttribute('aria-checked')).toBe('true');
    seen.add(await look());
  }
  expect(seen.size).toBe(9);
  // Screen readers read the name of the level and ignore the picture.
  expect(await face.getAttribute('aria-hidden')).toBe('true');
  const [picture, slider] = [await face.boundingBox(), await page.locator('.strength-slider').boundingBox()];
  expect((picture?.x ?? 0) + (picture?.width ?? 0)).toBeLessThanOrEqual(slider?.x ?? 0);
  expect(picture?.height).toBeGreaterThanOrEqual(40);
});

test('what is chosen stays chosen under the pointer', async () => {
  const page = await openPage(browser, '/');
  const choice = page.getByRole('radio', { name: 'Play the computer' });
  const colour = (): Promise<string> => choice.evaluate(element => getComputedStyle(element).backgroundColor);
  await page.mouse.move(5, 5);
  const rest = await colour();
  await choice.hover();
  await expect.poll(() => choice.evaluate(element => element.matches(':hover'))).toBe(true);
  // Tests run with reduced motion, so no transition delays the colour.
  expect(await colour()).toBe(rest);
});

test('the theme is there before the page is', async () => {
  const page = await openPage(browser, '/settings', { colorScheme: 'light', serviceWorkers: 'block' });
  await page.getByRole('radio', { name: 'Dark' }).click();
  // The code of the page never arrives, so the skeleton stays.
  await page.route('**/assets/*.js', route => route.abort());
  await page.reload();
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
  await expect
    .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor))
    .toBe('rgb(25, 23, 21)');
  await page.waitForSelector('.skeleton .bar');
  await page.waitForSelector('.skeleton-board');
});

for (const [path, heading] of [
  ['/', 'Play now'],
  ['/settings', 'Settings'],
  ['/clock', 'Chess clock'],
  ['/games', 'My games'],
] as const) {
  test(`${path} has one heading`, async () => {
    const page = await openPage(browser, path);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await expect.poll(() => page.locator('h1').count()).toBe(1);
  });
}

describe.runIf(inject('hasServer'))('on a server', () => {
  test('the account is in the bar of every page', async () => {
    for (const path of ['/analysis', '/editor', '/laws', '/settings', '/clock', '/nowhere']) {
      const page = await openPage(browser, path);
      await page.locator('.account-link').waitFor();
      await page.context().close();
    }
  });

  test('a player who leaves a game finds a link back to it, with clock and turn', async () => {
    const two = await meet(browser);
    await play(two, 'e2e4');
    await two.black.evaluate(() => {
      const prompts: string[] = [];
      Object.assign(globalThis, { prompts });
      new MutationObserver(() => {
        for (const prompt of document.querySelectorAll('.prompt')) prompts.push(prompt.textContent);
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    await two.white.locator('.bar').getByRole('link', { name: 'Analysis' }).click();
    const bar = two.white.locator('.game-bar');
    await bar.waitFor();
    await click(two.black, 'e7', 'e5');
    await two.white.waitForSelector('.game-bar.yours:has-text("Your move against Guest")');
    await expect.poll(() => bar.innerText()).toMatch(/[23]:\d\d/);
    await expect.poll(() => two.white.title()).toMatch(/^●/);
    await two.white.waitForSelector('.engine:has-text("off while you have a game")');
    await bar.click();
    await untilMoves(two.white, 2);
    await expect.poll(() => bar.count()).toBe(0);
    // The server sends in order: with the next move, everything before it has reached the opponent, who was never told
    // that the player had left.
    await drag(two.white, 'g1', 'f3');
    await untilMoves(two.black, 3);
    expect(await two.black.evaluate(() => (globalThis as unknown as { prompts: string[] }).prompts)).toEqual([]);
  });

  test('a challenge arrives on any page', async () => {
    const challenged = await openPage(browser, '/');
    await register(challenged, 'Rubinstein');
    await challenged.goto(new URL('/laws', challenged.url()).href);
    const page = await openPage(browser, '/');
    await page.getByRole('radio', { name: 'Play a friend by link' }).click();
    await page.getByText('More options').click();
    await page.getByLabel('Only for this player').fill('rubinstein');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    const notice = challenged.locator('.notice');
    await notice.waitFor();
    await expect.poll(() => challenged.title()).toMatch(/^●/);
    const [accept, decline] = await Promise.all(
      ['Accept', 'Decline'].map(name => notice.getByRole('button', { name }).boundingBox()),
    );
    expect((decline?.x ?? 0) - (accept?.x ?? 0) - (accept?.width ?? 0)).toBeGreaterThanOrEqual(8);
    await notice.getByRole('button', { name: 'Accept' }).click();
    await Promise.all([challenged, page].map(one => one.waitForSelector('.game cg-board piece')));
  });
});

describe.runIf(inject('hasServer'))('an invitation', () => {
  test('shows the board, a code to scan and the link', async () => {
    const page = await openPage(browser, '/');
    await page.getByRole('radio', { name: 'Play a friend by link' }).click();
    await page.getByRole('radio', { name: 'Black', exact: true }).click();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByRole('heading', { name: 'Waiting for your friend' }).waitFor();
    await page.getByRole('img', { name: 'QR code for the link' }).waitFor();
    await page.waitForSelector('.invitation-board .orientation-black');
    const other = await openPage(browser, new URL(page.url()).pathname, { viewport: { width: 390, height: 844 } });
    await other.waitForSelector('.invitation-board .orientation-white');
    await expect.poll(() => other.title()).toContain('Challenge');
    const card = await other.locator('.invitation-card').boundingBox();
    expect(card?.x).toBeGreaterThanOrEqual(8);
    // A player who has gone to the start page is taken to the game when somebody joins.
    await page.getByRole('link', { name: 'Play the computer while you wait' }).click();
    await other.getByRole('button', { name: 'Play', exact: true }).click();
    await page.waitForSelector('.game cg-board piece');
  });

  test('an open game says that everybody sees it', async () => {
    const page = await openPage(browser, '/');
    await page.getByRole('radio', { name: 'Create an open game' }).click();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByRole('heading', { name: 'Waiting for an opponent' }).waitFor();
    await expect.poll(() => page.locator('.invitation-card').innerText()).toContain('for everyone on this server');
    await expect.poll(() => page.getByText('Waiting for your friend').count()).toBe(0);
    await page.getByRole('button', { name: 'Cancel' }).click();
  });
});

describe.runIf(inject('hasServer'))('people and games', () => {
  test('a name that nobody has is said once, also in the title', async () => {
    const page = await openPage(browser, '/@/nobody');
    await page.getByRole('heading', { name: 'Player not found' }).waitFor();
    await expect.poll(() => page.title()).toContain('Player not found');
  });

  test('who has never played has no games, and the dates of the search do not touch', async () => {
    const page = await openPage(browser, '/games');
    await page.getByText('No games on this server yet.').waitFor();
    await page.locator('.search-box summary').click();
    const boxes = await Promise.all(['From', 'Until'].map(name => page.getByLabel(name).boundingBox()));
    const [from, to] = boxes;
    const apart =
      (to?.y ?? 0) > (from?.y ?? 0) + (from?.height ?? 0) || (to?.x ?? 0) - (from?.x ?? 0) - (from?.width ?? 0) >= 8;
    expect(apart).toBe(true);
  });
});

describe.runIf(inject('hasServer'))('watching', () => {
  test('who plays and who waits for an opponent is listed on the watch page', async () => {
    const waiting = await openPage(browser, '/', { bypassCSP: true });
    const name = `Waits${Date.now() % 1_000_000}`;
    await register(waiting, name);
    await waiting.getByRole('radio', { name: 'Create an open game' }).click();
    await waiting.getByRole('button', { name: 'Start', exact: true }).click();
    await waiting.waitForSelector('.invitation-card');
    const page = await openPage(browser, '/watch', { bypassCSP: true });
    const row = page.locator('.watch-group', { hasText: 'Waiting for an opponent' }).getByRole('link', { name });
    await row.waitFor();
    await expect.poll(() => seriousFaults(page)).toEqual([]);
    await row.click();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.waitForSelector('.game cg-board piece');
    await page.goto(new URL('/watch', page.url()).href);
    const online = page.locator('.watch-group', { hasText: 'Online now' }).locator('li', { hasText: name });
    await online.getByRole('link', { name: 'Playing' }).waitFor();
  });

  test('everybody who is online is listed and can be challenged', async () => {
    const somebody = await openPage(browser, '/', { bypassCSP: true });
    const name = `Here${Date.now() % 1_000_000}`;
    await register(somebody, name);
    const page = await openPage(browser, '/watch', { bypassCSP: true });
    const challenge = page.getByRole('link', { name: `Challenge ${name}` });
    await challenge.waitFor();
    await page.getByText(/^Guests: \d+$/).waitFor();
    await expect.poll(() => seriousFaults(page)).toEqual([]);
    await challenge.click();
    await page.getByRole('heading', { name: `Challenge ${name}` }).waitFor();
    await expect.poll(() => page.getByLabel('Only for this player').inputValue()).toBe(name);
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await somebody.getByRole('button', { name: 'Accept' }).first().click();
    await Promise.all([page, somebody].map(one => one.waitForSelector('.game cg-board piece')));
    // No button to challenge oneself.
    await somebody.goto(new URL('/watch', somebody.url()).href);
    await somebody.locator('.watch-players').getByRole('link', { name, exact: true }).first().waitFor();
    expect(await somebody.getByRole('link', { name: `Challenge ${name}` }).count()).toBe(0);
  });

  test('games in progress are live boards that link to them', async () => {
    const two = await meet(browser);
    await play(two, 'e2e4 c7c5');
    const page = await openPage(browser, '/watch', { bypassCSP: true });
    const id = new URL(two.white.url()).pathname;
    const card = page.locator(`a.watch-game[href="${id}"]`);
    await card.waitFor();
    await expect.poll(() => card.locator('.watch-player span').count()).toBe(2);
    await play(two, 'g1f3');
    // The knight move appears without a reload.
    await expect
      .poll(() =>
        card
          .locator('cg-board piece.knight.white')
          .evaluateAll(all => all.map(one => (one as { cgKey?: string }).cgKey)),
      )
      .toContain('f3');
    await expect.poll(() => seriousFaults(page)).toEqual([]);
    await card.click();
    await untilMoves(page, 3);
  });
});

test('an unknown law is not found, and a law names itself in the title', async () => {
  const page = await openPage(browser, '/laws/ZZZ');
  await page.getByRole('heading', { name: 'Page not found.' }).waitFor();
  const answer = await page.request.get(page.url());
  // A static file host cannot know.
  if (inject('hasServer')) expect(answer.status()).toBe(404);
  const law = await openPage(browser, '/laws/E05');
  await expect.poll(() => law.title()).toMatch(/^Law E05: .* · Tabiya$/);
});
