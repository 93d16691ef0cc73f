// Draws our own piece sets into public/pieces: `node scripts/pieces.mjs`. Each piece is a few shapes on a grid of 45.
import { mkdirSync, writeFileSync } from 'node:fs';

const base = '<rect x="10.500" y="35.500" width="24" height="4.500" rx="2"/>';

/** Plain silhouettes. `line` is a detail in a contrasting colour. */
const flat = {
  P: `<circle cx="22.500" cy="15" r="5.500"/><path d="M17 21.500h11c0 2.500-1 4-2.200 5 1.300 3.500 3.700 5.500 3.700 9h-14c0-3.500 2.400-5.500 3.700-9-1.200-1-2.200-2.500-2.200-5z"/>${base}`,
  N: `<path d="M14.500 35.500c0-8 5-10.500 5.500-15.500-2.800 1-4.700 4-7.200 4.500-2 .3-3.300-2-2.200-3.700 1.900-3 3.900-7.300 6.400-10L16 7l5 2.700c7.800.3 12 7.300 12 16 0 4-.4 7.300-1 9.800z"/>${base}<circle class="line" cx="19.500" cy="15" r="1.100"/>`,
  B: `<circle cx="22.500" cy="8" r="2.400"/><path d="M22.500 11c5 4 7.500 8 7.500 12.300 0 3.700-2 6-3.800 7.200l1.300 5h-10l1.300-5c-1.800-1.200-3.800-3.500-3.800-7.200C15 19 17.500 15 22.500 11z"/>${base}<path class="line" d="M25 16.500l-3.500 5.500"/>`,
  R: `<path d="M12.500 9h4.500v3.500h3.300V9h4.400v3.500H28V9h4.500v8l-3 2.500v10l2 6h-18l2-6v-10l-3-2.500z"/>${base}<path class="line" d="M16 20h13"/>`,
  Q: `<path d="M10.500 13.500L15 28l-.5 7.500h16L30 28l4.500-14.500-6.700 7.500-5.300-11-5.300 11z"/><circle cx="10.500" cy="12.500" r="2.300"/><circle cx="22.500" cy="9" r="2.500"/><circle cx="34.500" cy="12.500" r="2.300"/>${base}<path class="line" d="M15.500 28.500h14"/>`,
  K: `<path d="M21 5h3v3.200h3.200v3H24V16c4-3.300 10.800-2 10.800 4 0 4-3.300 6.300-4.300 9v6.500h-16V29c-1-2.700-4.300-5-4.300-9 0-6 6.800-7.300 10.800-4v-4.800h-3.200v-3H21z"/>${base}<path class="line" d="M15.500 29.500h14"/>`,
};

/** Discs with a sign that shows how the piece moves. */
const disc = radius => `<circle cx="22.500" cy="22.500" r="${radius}"/>`;
const signs = {
  P: `${disc(12)}<path class="line" d="M17.500 25l5-5 5 5"/>`,
  N: `${disc(16.5)}<path class="line" d="M18 31v-15h9.500"/>`,
  B: `${disc(16.5)}<path class="line" d="M15 15l15 15M30 15L15 30"/>`,
  R: `${disc(16.5)}<path class="line" d="M22.500 12v21M12 22.500h21"/>`,
  Q: `${disc(16.5)}<path class="line" d="M22.500 11v23M11 22.500h23M15 15l15 15M30 15L15 30"/>`,
  K: `${disc(16.5)}<path class="line" d="M22.500 18v9M18 22.500h9"/><rect class="line hollow" x="13.500" y="13.500" width="18" height="18" rx="3"/>`,
};

/** Discs with the letters of the score sheet. */
const letters = Object.fromEntries(
  ['P', 'N', 'B', 'R', 'Q', 'K'].map(letter => [
    letter,
    `${disc(letter === 'P' ? 13 : 16.5)}<text class="line" x="22.500" y="${letter === 'P' ? 28 : 30}" text-anchor="middle" font-family="Georgia, 'Times New Roman', serif" font-weight="700" font-size="${letter === 'P' ? 15 : 21}">${letter}</text>`,
  ]),
);

const ivory = { fill: '#fffaf1', stroke: '#3a312a', line: '#3a312a' };
const ebony = { fill: '#3d352f', stroke: '#15110e', line: '#f4ead9' };

const sets = {
  flat: { shapes: flat, line: 1.5, outline: 1.5, w: ivory, b: ebony },
  signs: { shapes: signs, line: 2.6, outline: 1.5, w: ivory, b: ebony },
  letters: { shapes: letters, line: 0, outline: 1.5, w: ivory, b: ebony },
  // Boxwood and rosewood.
  wood: {
    shapes: flat,
    line: 1.5,
    outline: 1.3,
    w: { fill: '#e6c088', stroke: '#6b4420', line: '#6b4420' },
    b: { fill: '#6d2f1c', stroke: '#2c0f07', line: '#e0a070' },
  },
  // Drawn with a pen: White is paper, Black is ink.
  ink: {
    shapes: flat,
    line: 2.2,
    outline: 2.6,
    w: { fill: '#ffffff', stroke: '#101418', line: '#101418' },
    b: { fill: '#101418', stroke: '#101418', line: '#ffffff' },
  },
  // For people who cannot tell the browns apart: blue and amber differ in every kind of colour vision.
  contrast: {
    shapes: flat,
    line: 1.8,
    outline: 2,
    w: { fill: '#ffe08a', stroke: '#3b2a00', line: '#3b2a00' },
    b: { fill: '#0b3a82', stroke: '#031530', line: '#d7e6ff' },
  },
};

for (const [set, { shapes, line: width, outline, ...colours }] of Object.entries(sets)) {
  mkdirSync(`public/pieces/${set}`, { recursive: true });
  for (const [color, { fill, stroke, line }] of Object.entries(colours)) {
    for (const [letter, shape] of Object.entries(shapes)) {
      // A black pawn's sign points in its direction.
      const turned =
        set === 'signs' && letter === 'P' && color === 'b'
          ? shape.replace('M17.500 25l5-5 5 5', 'M17.500 20l5 5 5-5')
          : shape;
      const body = turned
        .replaceAll('class="line hollow"', `fill="none" stroke="${line}" stroke-width="1.800"`)
        .replaceAll('<circle class="line"', `<circle fill="${line}" stroke="none"`)
        .replaceAll('<text class="line"', `<text fill="${line}" stroke="none"`)
        .replaceAll('class="line"', `fill="none" stroke="${line}" stroke-width="${width}"`)
        .replaceAll('.500"', '.5"');
      writeFileSync(
        `public/pieces/${set}/${color}${letter}.svg`,
        `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 45 45"><g fill="${fill}" stroke="${stroke}" stroke-width="${outline === 1.5 ? '1.500' : outline}" stroke-linecap="round" stroke-linejoin="round">${body}</g></svg>\n`,
      );
    }
  }
}
