import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CLASSIC_SET, pieceSets } from './piece-sets';

const ours = pieceSets.map(([name]) => name).filter(name => name !== CLASSIC_SET);
const folder = new URL('../../public/pieces/', import.meta.url);
const styles = readFileSync(new URL('../styles/looks.css', import.meta.url), 'utf8');
const roles = { pawn: 'P', knight: 'N', bishop: 'B', rook: 'R', queen: 'Q', king: 'K' };

test('the list has exactly the folders of pieces', () => {
  expect(readdirSync(folder).sort()).toEqual([...ours].sort());
});

test.each(ours)('%s has a picture and a rule for each piece', name => {
  const pictures = readdirSync(new URL(`${name}/`, folder)).sort();
  expect(pictures).toEqual(['w', 'b'].flatMap(side => Object.values(roles).map(role => `${side}${role}.svg`)).sort());
  for (const color of ['white', 'black']) {
    for (const [role, letter] of Object.entries(roles)) {
      const rule = new RegExp(
        `data-pieces=.${name}.\\][^{]*piece\\.${role}\\.${color}[^{]*\\{[^}]*/pieces/${name}/${color[0]}${letter}\\.svg`,
      );
      expect(styles, `${role} ${color}`).toMatch(rule);
    }
  }
});
