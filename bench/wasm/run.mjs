// Usage: node run.mjs <module> <depth> <rounds>. Prints the count and the seconds of the fastest run.

import { readFile } from 'node:fs/promises';

const [path, depth, rounds] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(await readFile(path));
const perft = instance.exports.perft_start;

// V8 first compiles a module quickly and optimizes it later, so the first runs do not count.
const warmUpEnd = performance.now() + 500;
let count = perft(Number(depth));
while (performance.now() < warmUpEnd) count = perft(Number(depth));

let best = Infinity;
for (let run = 0; run < 4 * Number(rounds); run++) {
  const start = performance.now();
  const counted = perft(Number(depth));
  best = Math.min(best, performance.now() - start);
  if (counted !== count) throw new Error(`${counted} after ${count}`);
}
console.log(`${count} ${best / 1000}`);
