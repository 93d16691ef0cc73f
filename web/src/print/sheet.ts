/** A game as a score sheet for A4 paper. */
import './print.css';
import { t } from '../i18n';
import { h, type VNode } from '../ui/dom';
import { columnsOf, type ScoreSheet, type SheetMove } from './columns';

export function scoreSheet(sheet: ScoreSheet): VNode {
  const field = (label: string, value: string, wide = false): VNode =>
    h('div.sheet-field', { class: { wide } }, [h('span', null, label), h('b', null, value)]);
  const rated = (name: string, rating: string): string => (rating === '' ? name : `${name} (${rating})`);
  const columns = columnsOf(sheet.rows);
  const timed = sheet.rows.some(({ white, black }) => white?.clock || black?.clock);
  const pages = Array.from({ length: columns.length / 2 }, (_, page) => columns.slice(page * 2, page * 2 + 2));
  return h(
    'div.score-sheet',
    null,
    pages.map((columns, page) =>
      h('section.sheet-page', null, [
        h('header.sheet-head', null, [
          h('h1', null, t('scoreSheet')),
          pages.length > 1 ? h('span', null, `${page + 1}/${pages.length}`) : null,
        ]),
        h('div.sheet-fields', null, [
          field(t('sheetEvent'), sheet.event, true),
          field(t('sheetSite'), sheet.site),
          field(t('sheetDate'), sheet.date),
          field(t('sheetRound'), [sheet.round, sheet.board].filter(Boolean).join(' / ')),
          field(t('timeField'), sheet.timeControl),
          field(t('white'), rated(sheet.white, sheet.whiteRating), true),
          field(t('black'), rated(sheet.black, sheet.blackRating), true),
          sheet.start === '' ? null : field(t('sheetStart'), sheet.start, true),
        ]),
        h(
          'div.sheet-columns',
          null,
          columns.map(rows => moveTable(rows, timed)),
        ),
        h('footer.sheet-foot', null, [
          field(t('sheetResult'), sheet.result),
          field(t('sheetSignatureWhite'), ''),
          field(t('sheetSignatureBlack'), ''),
        ]),
      ]),
    ),
  );
}

function moveTable(rows: ScoreSheet['rows'], timed: boolean): VNode {
  const cells = (move: SheetMove | undefined): VNode[] => [
    h('td.sheet-move', null, move ? move.san + (move.drawOffer ? ' (=)' : '') : ''),
    ...(timed ? [h('td.sheet-clock', null, move?.clock ?? '')] : []),
  ];
  const span = timed ? 2 : 1;
  return h('table.sheet-moves', null, [
    h('thead', null, [
      h('tr', null, [
        h('th', null, ''),
        h('th', { attrs: { colspan: span } }, t('white')),
        h('th', { attrs: { colspan: span } }, t('black')),
      ]),
    ]),
    h(
      'tbody',
      null,
      rows.map(({ number, white, black }) =>
        h('tr', null, [h('th.sheet-number', null, String(number)), ...cells(white), ...cells(black)]),
      ),
    ),
  ]);
}
