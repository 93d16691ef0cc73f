// The core games, for any browser. A browser is a function that opens a page for a new person: `{ goto, evaluate, move,
// down, up, front }`. Nothing here sleeps for a fixed time: it polls until the page shows what is expected.
import assert from 'node:assert/strict';

const WAIT = 90_000;

/** Polls the page until the answer is true. */
async function until(page, what, question, ...values) {
  const end = Date.now() + WAIT;
  while (!(await page.evaluate(question, ...values))) {
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`);
    await new Promise(resolve => setTimeout(resolve, 50));
  }
}

const shows = (page, selector) => until(page, selector, wanted => document.querySelector(wanted) !== null, selector);
const untilMoves = (page, count) =>
  until(page, `${count} moves`, wanted => document.querySelectorAll('.moves button.move').length === wanted, count);
const text = (page, selector) => page.evaluate(wanted => document.querySelector(wanted)?.textContent ?? '', selector);

async function clickAt(page, { x, y }) {
  await page.move(x, y);
  await page.down();
  await page.up();
}

/**
 * Waits for a frame, in which the page draws changes and chessground moves a dragged piece (a drag without a frame is a
 * click).
 */
async function drawn(page) {
  await page.evaluate(() => {
    window.wasDrawn = false;
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        window.wasDrawn = true;
      }),
    );
  });
  await until(page, 'a frame', () => window.wasDrawn);
}

/** Presses a button or a radio button by its name. */
async function press(page, name, selector = 'button, [role=radio], label, input[type=radio]') {
  await page.front();
  const find = (wanted, among) => {
    const named = element => (element.getAttribute('aria-label') ?? element.textContent).trim() === wanted;
    const found = [...document.querySelectorAll(among)].find(element => named(element) && !element.disabled);
    if (!found) return null;
    found.scrollIntoView({ block: 'center' });
    const box = found.getBoundingClientRect();
    return box.width > 0 ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null;
  };
  await drawn(page);
  await until(page, name, find, name, selector);
  await clickAt(page, await page.evaluate(find, name, selector));
}

async function type(page, label, value) {
  await until(page, label, wanted => document.querySelector(`[aria-label="${wanted}"]`) !== null, label);
  await page.evaluate(
    (wanted, written) => {
      const field = document.querySelector(`[aria-label="${wanted}"]`);
      field.value = written;
      field.dispatchEvent(new Event('input', { bubbles: true }));
      field.form.requestSubmit();
    },
    label,
    value,
  );
}

const place = (page, square) =>
  page.evaluate(wanted => {
    const board = document.querySelector('.game-board cg-board').getBoundingClientRect();
    const white = document.querySelector('.game-board .orientation-white') !== null;
    const [file, rank] = ['abcdefgh'.indexOf(wanted[0]), Number(wanted[1]) - 1];
    const [column, row] = white ? [file, 7 - rank] : [7 - file, rank];
    return { x: board.x + ((column + 0.5) * board.width) / 8, y: board.y + ((row + 0.5) * board.height) / 8 };
  }, square);

async function drag(page, move) {
  await page.front();
  const [from, to] = [await place(page, move.slice(0, 2)), await place(page, move.slice(2))];
  await page.move(from.x, from.y);
  await page.down();
  await page.move((from.x + to.x) / 2, (from.y + to.y) / 2);
  await page.move(to.x, to.y);
  await drawn(page);
  await page.up();
}

async function click(page, move) {
  await page.front();
  for (const square of [move.slice(0, 2), move.slice(2)]) await clickAt(page, await place(page, square));
}

/** Plays moves, by dragging and clicking alternately, each after the previous one has appeared. */
async function play(page, moves) {
  for (const [index, move] of moves.split(' ').entries()) {
    await (index % 2 === 0 ? drag : click)(page, move);
    await untilMoves(page, index + 1);
  }
}

/** Opens a saved game that starts from a position. */
async function openPosition(open, fen) {
  const page = await open('/clock');
  await page.evaluate(start => {
    const lines = [{ do: 'start', fen: start }];
    const rest = { elapsed: 0, date: 0, fen: '', plies: 0, result: null, reason: null };
    const game = { id: 'CoreGame', kind: 'here', you: 'both', lines, ...rest };
    localStorage.setItem('tabiya.game.CoreGame', JSON.stringify(game));
  }, fen);
  await page.goto('/board/CoreGame');
  await shows(page, '.game cg-board piece');
  return page;
}

async function openHere(open) {
  const page = await open('/');
  await press(page, 'Play a friend here');
  await press(page, 'Start');
  await shows(page, '.game cg-board piece');
  return page;
}

const onThisDevice = open => ({
  async 'two people at one screen, to mate by drag and click'() {
    const page = await openHere(open);
    await play(page, 'f2f3 e7e5 g2g4 d8h4');
    await shows(page, '.ending');
    assert.match(await text(page, '.ending'), /Black wins.*by checkmate/);
  },
  async 'castling and en passant'() {
    const page = await openHere(open);
    await play(page, 'e2e4 g8f6 e4e5 d7d5 e5d6 e7d6 g1f3 f8e7 f1c4 e8g8 e1g1');
    const moves = await page.evaluate(() =>
      [...document.querySelectorAll('.moves button.move')].map(move => move.textContent),
    );
    assert.equal(moves[4], 'exd6');
    assert.deepEqual([moves[9], moves[10]], ['O-O', 'O-O']);
  },
  async 'a pawn becomes what is picked'() {
    const page = await openPosition(open, '7k/P7/8/8/8/8/8/K7 w - - 0 1');
    await click(page, 'a7a8');
    await press(page, 'Promote to knight');
    await untilMoves(page, 1);
    assert.equal(await text(page, '.moves button.move'), 'a8=♘');
  },
  async 'a game goes on after a reload'() {
    const page = await openHere(open);
    await play(page, 'd2d4 d7d5');
    await page.goto(await page.evaluate(() => location.pathname));
    await untilMoves(page, 2);
    await drag(page, 'c2c4');
    await untilMoves(page, 3);
  },
  async 'the computer answers'() {
    const page = await open('/');
    await press(page, 'Play the computer');
    await press(page, 'White');
    await press(page, 'Start');
    await shows(page, '.game cg-board piece');
    await drag(page, 'e2e4');
    await untilMoves(page, 2);
  },
  async 'an analysis has lines of the engine, and is kept'() {
    const page = await open('/analysis');
    await type(page, 'Type a move', 'e4');
    await type(page, 'Type a move', 'c5');
    await until(page, 'a line', () => /\d/.test(document.querySelector('[data-testid=score]')?.textContent ?? ''));
    await page.goto('/settings');
    await shows(page, '.settings');
    await page.goto('/analysis');
    await until(page, 'the kept moves', () => document.querySelector('.content').textContent.includes('c5'));
    await until(page, 'the opening', () => document.querySelector('.content').textContent.includes('Sicilian'));
  },
});

const onAServer = open => ({
  async 'by link, with premoves, to mate, and a rematch'() {
    const white = await open('/');
    await press(white, 'Play a friend by link');
    await press(white, 'White');
    await press(white, '3 + 2');
    await press(white, 'Start');
    await shows(white, '.qr');
    const black = await open(await white.evaluate(() => location.pathname));
    await press(black, 'Play', 'main button');
    await Promise.all([white, black].map(page => shows(page, '.game cg-board piece')));
    await drag(white, 'e2e4');
    await untilMoves(black, 1);
    // Two premoves.
    await click(white, 'd1h5');
    await click(white, 'f1c4');
    await click(black, 'e7e5');
    await untilMoves(black, 3);
    await click(black, 'b8c6');
    await untilMoves(black, 5);
    await click(black, 'g8f6');
    await untilMoves(white, 6);
    await click(white, 'h5f7');
    await Promise.all([white, black].map(page => shows(page, '.ending')));
    assert.match(await text(white, '.ending'), /You won.*by checkmate/);
    assert.match(await text(black, '.ending'), /You lost.*by checkmate/);
    await press(white, 'Rematch');
    await press(black, 'Accept the rematch');
    await Promise.all([white, black].map(page => untilMoves(page, 0)));
  },
});

/** Plays all games and reports how many failed. */
export async function playCoreGames(open, { hasServer, close }) {
  let failed = 0;
  for (const [name, game] of Object.entries({ ...onThisDevice(open), ...(hasServer ? onAServer(open) : {}) })) {
    try {
      await game();
      console.log(`ok      ${name}`);
    } catch (error) {
      failed += 1;
      console.log(`FAILED  ${name}: ${error.stack ?? error}`);
    }
    await close();
  }
  return failed;
}
