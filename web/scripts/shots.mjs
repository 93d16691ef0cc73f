// Screenshots of the pages, light and dark, in eight sizes, in web/shots: `npm run shots [ADDRESS] [PAGE]`;
// SIZES=820x1180,… picks some sizes. With TABIYA_PROGRAM=PATH that program is the server, and every page has a picture;
// on a server at ADDRESS all but those of an admin; otherwise the built page is served as static files.
import { mkdirSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { serve } from './browsers/serve.mjs';

const [given, only] = process.argv.slice(2);
const isAddress = given?.startsWith('http') ?? false;
const { address, hasServer, user, stop } = isAddress
  ? { address: given.replace(/\/$/, ''), hasServer: true, stop: () => undefined }
  : await serve();
const wanted = isAddress ? only : given;

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

const touch = { isMobile: true, hasTouch: true };
const sizes = {
  '1920x1080': {},
  '1440x900': {},
  '1280x720': {},
  '1180x820': touch,
  '820x1180': touch,
  '844x390': touch,
  '390x844': touch,
  '320x568': touch,
};

/** A saved game: the lines sent to the arbiter. */
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
  kept: '/analysis/Kept0001',
  collection: '/collection/Files001',
  library: '/library',
  editor: '/editor',
  laws: '/laws',
  law: '/laws/S01',
  about: '/about',
  games: '/games',
  settings: '/settings',
};

/** An analysis and a collection in the format of the page. */
const kept = {
  id: 'Kept0001',
  changed: Date.UTC(2026, 4, 31, 12),
  title: 'Anderssen – Kieseritzky',
  pgn: `[White "Anderssen"]\n[Black "Kieseritzky"]\n[Date "1851.06.21"]\n[Event "London"]\n[Result "1-0"]\n\n1. e4 {[%clk 0:03:00]} e5 {[%clk 0:02:58]} 2. f4 {[%clk 0:02:57] [%cal Gf1c4,Rg1f3][%csl Ye5] A gambit.} exf4 3. Bc4 Qh4+ 4. Kf1 1-0`,
  path: ['e2e4', 'e7e5', 'f2f4'],
  side: 'white',
  source: null,
  report: {
    moves: ['e2e4', 'e7e5', 'f2f4', 'e5f4', 'f1c4', 'd8h4', 'e1f1'],
    plies: [20, 35, 30, -45, -40, -60, -20, -35].map(cp => ({
      score: { cp },
      line: ['g1f3', 'b8c6'],
      san: ['Nf3', 'Nc6'],
    })),
  },
};
const players = ['Carlsen, Magnus', 'Polgár, Judit', 'Caruana, Fabiano', 'Hou, Yifan', 'Mecking, Henrique'];
const file = Array.from({ length: 400 }, (_, game) => {
  const [white, black] = [players[game % 5], players[(game * 3 + 1) % 5]];
  return `[Event "Memorial ${1990 + (game % 30)}"]\n[Date "${1990 + (game % 30)}.05.??"]\n[White "${white}"]\n[Black "${black}"]\n[WhiteElo "${2500 + game}"]\n[Result "${['1-0', '0-1', '1/2-1/2'][game % 3]}"]\n\n${['1. e4 c5 2. Nf3 d6', '1. d4 Nf6 2. c4 g6', '1. e4 e5 2. Nf3 Nc6 3. Bb5'][game % 3]} ${['1-0', '0-1', '1/2-1/2'][game % 3]}\n\n`;
}).join('');

/** Fills the browser's database, which the page must have created before. */
const fillDatabase = ([analysis, text]) =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open('tabiya', 1);
    request.onupgradeneeded = () => {
      for (const name of ['analyses', 'collections', 'indexes'])
        request.result.createObjectStore(name, { keyPath: 'id' });
    };
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const writing = request.result.transaction(['analyses', 'collections'], 'readwrite');
      writing.objectStore('analyses').put(analysis);
      writing
        .objectStore('collections')
        .put({ id: 'Files001', name: 'memorials.pgn', added: analysis.changed, count: null, file: new Blob([text]) });
      writing.oncomplete = () => {
        request.result.close();
        resolve();
      };
    };
  });

/** Sends a request from a page. */
const post = ([path, body]) =>
  fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  }).then(answer => answer.json());

/** On a server two accounts play each other, and a third one waits for an opponent; returns their pages. */
async function meetOnServer() {
  const people = [];
  for (const name of ['Anna', 'Bert', 'Clara']) {
    const page = await (await browser.newContext({ locale: 'en-GB' })).newPage();
    await page.goto(address);
    const account = { name, password: 'correct horse battery' };
    const made = await page.evaluate(post, ['/app/register', account]);
    // From an earlier run.
    if (made.code === 'taken') await page.evaluate(post, ['/app/login', account]);
    people.push(page);
  }
  const [anna, bert, clara] = people;
  const terms = { time: '300+3', color: 'white', rated: true };
  const { id } = await anna.evaluate(post, ['/app/games', { opponent: { user: { name: 'Bert' } }, ...terms }]);
  await bert.evaluate(post, [`/app/challenges/${id}/accept`, {}]);
  const waiting = await clara.evaluate(post, ['/app/games', { opponent: { lobby: {} }, time: '900+10' }]);
  await clara.goto(`${address}/game/${waiting.id}`);
  for (const page of [anna, bert]) await page.goto(`${address}/game/${id}`);
  for (const [ply, move] of italian.entries()) {
    const page = ply % 2 === 0 ? anna : bert;
    await page.getByLabel('Type a move').fill(move);
    await page.getByLabel('Type a move').press('Enter');
    for (const one of [anna, bert]) await one.locator('.moves button.move').nth(ply).waitFor();
  }
  return {
    watch: '/watch',
    live: `/game/${id}`,
    person: '/@/Anna',
    login: '/login',
    challenge: '/?challenge=Anna',
    invite: '/invite',
  };
}

/** An admin starts a round and a tournament; returns the pages, and the session that sees them. */
async function runClub() {
  user('add', 'teacher', '--admin');
  const context = await browser.newContext({ locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(address + user('link', 'teacher'));
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL(`${address}/`);
  const players = ['Dora', 'Emil', 'Fanny', 'Georg'];
  for (const name of players) user('add', name);
  const [dora, emil, fanny, georg] = players;
  const pairs = [
    [dora, emil],
    [fanny, georg],
  ];
  const round = await page.evaluate(post, ['/app/rounds', { name: 'Friday, round 1', pairs, time: '600+5' }]);
  const terms = { name: 'Friday Swiss', system: 'swiss', rounds: 3, time: '600+5' };
  const tournament = await page.evaluate(post, ['/app/tournaments', { ...terms, players }]);
  const actions = `/app/tournaments/${tournament.id}`;
  await page.evaluate(post, [actions, { do: 'start_round' }]);
  for (const [board, score] of [
    [1, '1-0'],
    [2, '1/2-1/2'],
  ])
    await page.evaluate(post, [actions, { do: 'result', round: 1, board, score }]);
  await page.evaluate(post, [actions, { do: 'start_round' }]);
  const session = await context.storageState();
  await context.close();
  const clubPages = {
    admin: '/admin',
    rounds: '/rounds',
    round: `/rounds/${round.id}`,
    tournaments: '/tournaments',
    swiss: `/tournaments/${tournament.id}`,
  };
  return { pages: clubPages, session };
}

if (hasServer) Object.assign(pages, await meetOnServer());
/** The pages of each session, which is a guest's if it is undefined. */
const visits = [{ pages, session: undefined }];
if (user) visits.push(await runClub());

const picked = process.env.SIZES?.split(',') ?? Object.keys(sizes);
const themes = process.env.THEMES?.split(',') ?? ['light', 'dark'];
for (const size of picked) {
  const [width, height] = size.split('x').map(Number);
  const options = { viewport: { width, height }, ...sizes[size] };
  for (const colorScheme of themes) {
    for (const { pages, session: storageState } of visits) {
      const look = { colorScheme, locale: 'en-GB', reducedMotion: 'reduce' };
      const context = await browser.newContext({ ...options, ...look, storageState });
      await context.addInitScript(list => {
        for (const game of list) localStorage.setItem(`tabiya.game.${game.id}`, JSON.stringify(game));
      }, games);
      const page = await context.newPage();
      page.on('pageerror', error => console.error(`${error}`));
      page.on('console', message => message.type() === 'error' && console.error(message.text()));
      await page.goto(address);
      await page.evaluate(fillDatabase, [kept, file]);
      for (const [name, path] of Object.entries(pages)) {
        if (wanted && !name.match(wanted)) continue;
        await page.goto(address + path);
        await page.waitForTimeout(700);
        await page.screenshot({ path: `shots/${name}-${size}-${colorScheme}.png` });
      }
      await context.close();
    }
  }
}
await browser.close();
await stop();
process.exit(0);
