// Pictures of every page, light and dark, wide and phone, in web/shots: `npm run shots [ADDRESS]`.
// Without an address the built page is served as static files.
import { mkdirSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { preview } from 'vite';

const [given, only] = process.argv.slice(2);
const server = given?.startsWith('http') ? undefined : await preview({ preview: { port: 0, host: '127.0.0.1' } });
const address = server ? server.resolvedUrls.local[0].replace(/\/$/, '') : given.replace(/\/$/, '');
const wanted = server ? given : only;

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});
mkdirSync('shots', { recursive: true });

const sizes = {
  wide: { viewport: { width: 1366, height: 820 } },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
};

/** A game of this browser: what was said to the arbiter, one line after the other. */
const saved = (id, more, moves, tail = []) => ({
  id,
  kind: 'here',
  you: 'both',
  elapsed: 9_000 * moves.length + 9_000,
  date: Date.now(),
  fen: '',
  plies: moves.length,
  result: null,
  reason: null,
  ...more,
  lines: [
    { do: 'start', time: '180+2', ...more.start },
    ...moves.map((move, ply) => ({ do: 'move', move, at: 9_000 * (ply + 1) })),
    ...tail,
  ],
});

const immortal =
  'e4 e5 f4 exf4 Bc4 Qh4+ Kf1 b5 Bxb5 Nf6 Nf3 Qh6 d3 Nh5 Nh4 Qg5 Nf5 c6 g4 Nf6 Rg1 cxb5 h4 Qg6 h5 Qg5 Qf3 Ng8 Bxf4 Qf6 Nc3 Bc5 Nd5 Qxb2 Bd6 Bxg1 e5 Qxa1+ Ke2 Na6 Nxg7+ Kd8 Qf6+ Nxf6 Be7#'.split(
    ' ',
  );
const italian = 'e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d3 d6 O-O O-O h3 a6 a4 Ba7 Re1'.split(' ');

const games = [
  saved('Playing1', { kind: 'computer', you: 'white', level: 4, seed: 1 }, italian.slice(0, 16)),
  saved(
    'Finished',
    { result: '1-0', reason: 'checkmate', fen: 'r1bk3r/p2pBpNp/n4n2/1p1NP2P/6P1/3P4/P1P1K3/q5b1 b - - 1 23' },
    immortal,
  ),
  saved('Flagfall', { start: { fen: '8/8/8/8/4k3/8/2p5/4K2N w - - 0 60' } }, [], [{ do: 'tick', at: 400_000 }]),
  saved('Tourney1', { start: { conduct: 'tournament', time: '40/5400+30:1800+30' } }, italian.slice(0, 7)),
];

const pages = {
  home: '/',
  computer: '/computer/Playing1',
  finished: '/board/Finished',
  flag: '/board/Flagfall',
  tournament: '/board/Tourney1',
  clock: '/clock',
  analysis: `/analysis#${new URLSearchParams({ pgn: '[White "Anderssen"] [Black "Kieseritzky"] [Result "1-0"] 1. e4 e5 2. f4 exf4 3. Bc4 Qh4+ (3... Nf6 {is played more often today} 4. Nc3 c6) (3... d5 $5) 4. Kf1 b5 $5 5. Bxb5 Nf6 6. Nf3 Qh6 7. d3 Nh5 8. Nh4 Qg5 9. Nf5 c6 10. g4 $3 {A sacrifice of a bishop for an attack.} Nf6 11. Rg1 cxb5 12. h4 Qg6 13. h5 Qg5 14. Qf3 Ng8 15. Bxf4 Qf6 16. Nc3 Bc5 17. Nd5 $1 Qxb2 18. Bd6 Bxg1 $4 19. e5 Qxa1+ 20. Ke2 1-0' })}`,
  editor: '/editor',
  laws: '/laws',
  law: '/laws/S01',
  games: '/games',
  settings: '/settings',
};

for (const [size, options] of Object.entries(sizes)) {
  for (const colorScheme of ['light', 'dark']) {
    const context = await browser.newContext({ ...options, colorScheme, locale: 'en-GB', reducedMotion: 'reduce' });
    await context.addInitScript(list => {
      for (const game of list) localStorage.setItem(`tabiya.game.${game.id}`, JSON.stringify(game));
    }, games);
    const page = await context.newPage();
    page.on('pageerror', error => console.error(`${error}`));
    page.on('console', message => message.type() === 'error' && console.error(message.text()));
    for (const [name, path] of Object.entries(pages)) {
      if (wanted && !name.match(wanted)) continue;
      await page.goto(address + path);
      await page.waitForTimeout(700);
      await page.screenshot({ path: `shots/${name}-${size}-${colorScheme}.png` });
    }
    await context.close();
  }
}
await browser.close();
await server?.close();
process.exit(0);
