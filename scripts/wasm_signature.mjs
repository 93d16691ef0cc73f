// Usage: node wasm_signature.mjs <module>. Prints the output of the example `signature`, and its run time in milliseconds
// to stderr.

import { readFile } from 'node:fs/promises';

const { instance } = await WebAssembly.instantiate(await readFile(process.argv[2]));
const { found } = instance.exports;
const start = performance.now();
for (let number = 0; found(number, 0) > 0; number++) {
  console.log([0, 1, 2, 3].map((what) => found(number, what)).join(' '));
}
console.error(Math.round(performance.now() - start));
