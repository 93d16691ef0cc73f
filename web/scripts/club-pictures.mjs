// The pictures of docs/club.md, taken on a server of their own: `node scripts/club-pictures.mjs PROGRAM [FOLDER]`, in
// web/.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const [program, folder = '../docs'] = process.argv.slice(2);
if (!program) throw new Error('usage: node scripts/club-pictures.mjs PROGRAM [FOLDER]');
const PORT = 8080;
const site = `http://tabiya.local:${PORT}`;
const pupils = [
  'Ana Souza, Beatriz Lima, Caio Martins, Daniel Rocha, Elisa Costa, Felipe Alves, Gabriela Nunes, Heitor Dias',
  'Isabel Pinto, João Freitas, Karina Melo, Lucas Barros, Marina Teles, Nina Prado, Otávio Reis, Paula Gomes',
]
  .join(', ')
  .split(', ');
const openings = [
  'e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6',
  'd2d4 d7d5 c2c4 e7e6 b1c3 g8f6 c1g5',
  'e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6',
  'c2c4 e7e5 b1c3 g8f6 g2g3',
].map(moves => moves.split(' '));

const data = mkdtempSync(join(tmpdir(), 'tabiya-pictures-'));
const names = ['--host', 'tabiya.local', '--host', '127.0.0.1'];
const server = spawn(program, ['serve', '--listen', `127.0.0.1:${PORT}`, ...names, '--data', data], {
  stdio: ['ignore', 'pipe', 'ignore'],
});
await new Promise((resolve, reject) => {
  server.stdout.once('data', resolve);
  server.once('exit', code => reject(new Error(`the server ended with ${code}`)));
});
const user = (...args) =>
  execFileSync(program, ['user', ...args, '--data', data])
    .toString()
    .trim();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--host-resolver-rules=MAP tabiya.local 127.0.0.1'],
});

async function enter(path, height = 800) {
  const context = await browser.newContext({
    viewport: { width: 1280, height },
    locale: 'en-GB',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(`${site}${path}`);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL(`${site}/`);
  return page;
}

const send = (page, path, body) =>
  page.evaluate(
    async ([path, body]) =>
      (
        await fetch(path, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
      ).json(),
    [path, body],
  );

try {
  user('add', 'teacher', '--admin');
  const teacher = await enter(user('link', 'teacher'));
  const shot = name => teacher.screenshot({ path: join(folder, `club-${name}.png`) });
  await send(teacher, '/app/admin/settings', { name: 'Chess at the Riverside School', real_names: true, chat: 'off' });
  await teacher.goto(`${site}/admin`);
  await teacher.getByRole('button', { name: 'Settings', exact: true }).click();
  await teacher.locator('.club-settings input[name=name]').waitFor();
  await shot('settings');
  await teacher.getByRole('button', { name: 'New accounts', exact: true }).click();
  await teacher.locator('textarea[name=list]').fill(pupils.join('\n'));
  const answer = teacher.waitForResponse(found => found.url().endsWith('/app/admin/users'));
  await teacher.getByRole('button', { name: 'Create accounts and cards' }).click();
  const { cards } = await (await answer).json();
  await teacher.locator('.login-card svg.qr').last().waitFor();
  await teacher.evaluate(() => scrollTo(0, 0));
  await shot('cards');

  // A round with four boards and their players.
  const seats = cards.slice(0, 8);
  const players = [];
  for (const card of seats) players.push(await enter(new URL(card.link).pathname));
  const pairs = [0, 2, 4, 6].map(index => [seats[index].name, seats[index + 1].name]);
  const round = await send(teacher, '/app/rounds', { name: 'Friday, round 1', pairs, time: '600+5' });
  await Promise.all(players.map(page => page.waitForURL(/\/game\//)));
  await send(teacher, `/app/rounds/${round.id}`, { do: 'start' });
  const tokens = new Map(seats.map(({ name }) => [name, user('token', name)]));
  for (const [index, game] of round.boards.entries()) {
    for (const [ply, move] of openings[index].entries()) {
      const headers = { authorization: `Bearer ${tokens.get(ply % 2 ? game.black : game.white)}` };
      const done = await fetch(`http://127.0.0.1:${PORT}/api/board/game/${game.id}/move/${move}`, {
        method: 'POST',
        headers,
      });
      if (!done.ok) throw new Error(`${move}: ${await done.text()}`);
    }
  }
  await teacher.goto(`${site}/rounds/${round.id}`);
  await teacher.waitForFunction(count => document.querySelectorAll('.round-board piece').length > count, 4 * 28);
  await teacher.getByText('not here').waitFor({ state: 'detached' });
  await shot('round');

  // A Swiss tournament of three rounds, two of them played.
  const scores = ['1-0', '1/2-1/2', '0-1', '1-0', '1-0', '0-1', '1/2-1/2', '1-0'];
  const made = await send(teacher, '/app/tournaments', {
    name: 'Friday Swiss',
    system: 'swiss',
    rounds: 5,
    time: '600+5',
    players: cards.map(card => card.name),
  });
  const path = `/app/tournaments/${made.id}`;
  for (const number of [1, 2, 3]) {
    await send(teacher, path, { do: 'start_round' });
    for (let board = 1; board <= 8 && number < 3; board++)
      await send(teacher, path, { do: 'result', round: number, board, score: scores[(board * number) % 8] });
  }
  await teacher.goto(`${site}/tournaments/${made.id}`);
  await teacher.getByText('Round 3', { exact: true }).waitFor();
  await teacher.setViewportSize({ width: 1280, height: 1250 });
  await shot('tournament');
} finally {
  await browser.close();
  server.kill();
  await new Promise(resolve => server.once('exit', resolve));
  rmSync(data, { recursive: true, force: true });
}
