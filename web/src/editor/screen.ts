/** The board editor: any position, with every reason why it cannot be played, or what to do with it. */
import './editor.css';
import { writeAddress } from '../analysis/address';
import { pieceName } from '../board/grid';
import { setupProblemText, unreadableText } from '../board/setup-problems';
import { chess960, inspect, mating } from '../core';
import { START } from '../core/start';
import { proofText } from '../game/proof';
import { firstChoices } from '../home/choices';
import { type Key, t } from '../i18n';
import { begin, newGame } from '../local/begin';
import { announce } from '../ui/announce';
import { copyText } from '../ui/copy';
import { button, h, type VNode } from '../ui/dom';
import { icon } from '../ui/icons';
import { go, type Screen, type Visit } from '../ui/router';
import type { Inspection, Mating, ProofJson, Side, VariantName } from '../wire';
import { dragNew, ERASER, editorBoard, HAND, type Tool } from './board';
import { fenToSetup, passed, put, type Right, rights, type Setup, setupToFen } from './setup';

const rightNames: Record<Right, Key> = { K: 'whiteShort', Q: 'whiteLong', k: 'blackShort', q: 'blackLong' };
/** Milliseconds after the last change until the solver is asked who can mate. */
const MATING_DELAY = 250;

export class EditorScreen implements Screen {
  private setup: Setup;
  private tool: Tool = HAND;
  private orientation: Side = 'white';
  private mating: { fen: string; answer: Mating | null } | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private copied = false;
  /** A text in the FEN field that is not a FEN, and why not. */
  private badFen: { text: string; why: string } | null = null;

  constructor(private readonly visit: Visit) {
    this.setup = fenToSetup(START, 'standard');
    this.readAddress();
    addEventListener('hashchange', this.addressChanged);
  }

  close(): void {
    clearTimeout(this.timer);
    removeEventListener('hashchange', this.addressChanged);
  }

  title(): string {
    return t('editor');
  }

  private readAddress(): void {
    const query = new URLSearchParams(location.hash.slice(1));
    this.takeFen(query.get('fen') ?? START, query.get('variant') === 'chess960' ? 'chess960' : 'standard');
  }

  private readonly addressChanged = (): void => {
    this.readAddress();
    this.visit.redraw();
  };

  /** Sets the board from a FEN. An invalid text leaves the board unchanged and is reported. */
  private takeFen(text: string, variant: VariantName): void {
    const read = readFen(text, variant);
    if ('why' in read) this.badFen = { text, why: read.why };
    else {
      this.badFen = null;
      this.setup = read.setup;
    }
    this.copied = false;
  }

  private change(changes: Partial<Setup>): void {
    this.setup = { ...this.setup, ...changes };
    this.badFen = null;
    this.copied = false;
    this.visit.redraw();
  }

  private use(tool: Tool): void {
    this.tool = tool;
    this.visit.redraw();
  }

  /** Asks the solver who can still mate, after a delay because this takes longer than finding legal moves. */
  private askMating(inspection: Inspection): void {
    clearTimeout(this.timer);
    if (inspection.is !== 'playable' || this.mating?.fen === inspection.fen) return;
    const { fen } = inspection;
    this.timer = setTimeout(() => {
      this.mating = { fen, answer: mating(fen, this.setup.variant) };
      this.visit.redraw();
    }, MATING_DELAY);
  }

  private play(kind: 'computer' | 'here', fen: string): void {
    const { variant, turn } = this.setup;
    const { level, rating } = firstChoices();
    const start = { fen, ...(variant === 'chess960' ? { variant } : {}) };
    begin(newGame(kind === 'computer' ? { kind, you: turn, level, rating, start } : { kind, you: 'both', start }));
  }

  view(): VNode {
    const fen = setupToFen(this.setup);
    const inspection = inspect(fen, this.setup.variant);
    this.askMating(inspection);
    return h('div.editor', null, [
      h('h1.visually-hidden', null, t('editor')),
      this.palette('black'),
      h('div.editor-place', null, [
        editorBoard({
          placement: fen.split(' ')[0] ?? '',
          pieces: this.setup.pieces,
          orientation: this.orientation,
          tool: this.tool,
          put: (square, letter) => this.change(put(this.setup, square, letter)),
          arranged: pieces => this.change({ pieces }),
        }),
      ]),
      this.palette('white'),
      h('section.editor-side', { attrs: { 'aria-label': t('editor') } }, [
        this.verdict(inspection),
        this.fields(fen),
        h('p#editor-help.hint', null, t('editorHelp')),
      ]),
    ]);
  }

  /** The pieces of one side; White's row also has the hand, Black's the eraser. */
  private palette(color: Side): VNode {
    const letters = [...'kqrbnp'].map(letter => (color === 'white' ? letter.toUpperCase() : letter));
    const tool = (name: Tool, label: string, picture: VNode): VNode =>
      h(
        'button.palette-tool',
        {
          key: name,
          class: { current: this.tool === name },
          attrs: { type: 'button', 'aria-label': label, title: label, 'aria-pressed': String(this.tool === name) },
          on: {
            click: () => this.use(name),
            ...(name.length === 1
              ? {
                  mousedown: (event: MouseEvent) => event.button === 0 && dragNew(name, event),
                  touchstart: (event: TouchEvent) => dragNew(name, event),
                }
              : {}),
          },
        },
        picture,
      );
    return h(
      `div.palette.palette-${color}.cg-wrap`,
      { attrs: { role: 'group', 'aria-label': `${t('piecesToPlace')}: ${t(color)}` } },
      [
        color === 'white' ? tool(HAND, t('hand'), icon('hand')) : tool(ERASER, t('eraser'), icon('trash')),
        letters.map(letter => tool(letter, pieceName(letter), h(`piece.${roleOf(letter)}.${color}`, null))),
      ],
    );
  }

  /** Every reason why the position cannot be played, or the buttons to go on from it. */
  private verdict(inspection: Inspection): VNode {
    if (inspection.is === 'unreadable')
      return h('div.verdict.bad', { attrs: { role: 'status' } }, [
        h('p', null, t('notRead', { why: unreadableText(inspection) })),
      ]);
    if (inspection.is === 'unplayable') {
      return h('div.verdict.bad', { attrs: { role: 'status' } }, [
        h('p', null, h('b', null, t('notPlayable'))),
        h(
          'ul',
          null,
          inspection.reasons.map(reason => h('li', null, setupProblemText(reason, this.setup.turn))),
        ),
      ]);
    }
    const { fen, status } = inspection;
    const unable = status === 'ongoing' ? this.unableToMate(fen) : [];
    // Law E08: a dead position ends the game, so it cannot be played from.
    const dead = unable.length === 2;
    const over = dead
      ? t('isDead')
      : status === 'checkmate'
        ? t('isCheckmate')
        : status === 'stalemate'
          ? t('isStalemate')
          : null;
    return h('div.verdict.good', { attrs: { role: 'status' } }, [
      h('p', null, h('b', null, over ?? t('playable'))),
      unable.length === 0
        ? null
        : h(
            'ul.who-mates',
            null,
            unable.map(({ color, proof }) =>
              h('li', null, t('cannotMate', { color: t(color), why: proofText(proof) })),
            ),
          ),
      h('div.verdict-actions', null, [
        over === null
          ? button('.primary', { onClick: () => this.play('computer', fen) }, icon('computer'), t('playFromHere'))
          : null,
        over === null ? button('', { onClick: () => this.play('here', fen) }, icon('people'), t('twoFromHere')) : null,
        button(
          '',
          { onClick: () => go(writeAddress({ fen, variant: this.setup.variant, side: this.orientation })) },
          icon('analysis'),
          t('analyseHere'),
        ),
      ]),
    ]);
  }

  /** The sides that cannot mate, with the proof; usually none. Empty also while the answer is not known. */
  private unableToMate(fen: string): { color: Side; proof: ProofJson }[] {
    const answer = this.mating?.fen === fen ? this.mating.answer : null;
    if (!answer) return [];
    return (['white', 'black'] as const).flatMap(color => {
      const side = answer[color];
      return side.can === 'no' ? [{ color, proof: side.proof }] : [];
    });
  }

  private fields(fen: string): VNode {
    const { setup } = this;
    const number = (label: string, value: number, least: number, change: (value: number) => void): VNode =>
      h('label.field', null, [
        h('span', null, label),
        h('input', {
          attrs: { type: 'number', min: least, max: 9999, inputmode: 'numeric' },
          props: { value: String(value) },
          on: {
            change: (event: Event) =>
              change(Math.max(0, Math.min(9999, Math.trunc(Number((event.target as HTMLInputElement).value) || 0)))),
          },
        }),
      ]);
    return h('div.editor-fields', null, [
      h('fieldset.row', null, [
        h('legend', null, t('sideToMove')),
        h(
          'div.segments',
          null,
          (['white', 'black'] as const).map(color =>
            h(
              'button.segment',
              {
                class: { current: setup.turn === color },
                attrs: { type: 'button', 'aria-pressed': String(setup.turn === color) },
                on: { click: () => this.change({ turn: color, enPassant: null }) },
              },
              [h(`span.dot.${color}`, null), t(color)],
            ),
          ),
        ),
      ]),
      h('fieldset.row', null, [
        h('legend', null, t('castlingRights')),
        h(
          'div.editor-rights',
          null,
          rights.map(right =>
            h('label.tick', null, [
              h('input', {
                attrs: { type: 'checkbox' },
                props: { checked: setup.rights.includes(right) },
                on: {
                  change: () =>
                    this.change({
                      rights: setup.rights.includes(right)
                        ? setup.rights.filter(known => known !== right)
                        : [...setup.rights, right],
                    }),
                },
              }),
              t(rightNames[right]),
            ]),
          ),
        ),
      ]),
      h('div.editor-pair', null, [
        h('label.field', null, [
          h('span', null, t('enPassant')),
          h(
            'select',
            {
              props: { value: setup.enPassant ?? '' },
              on: {
                change: (event: Event) => this.change({ enPassant: (event.target as HTMLSelectElement).value || null }),
              },
            },
            [
              h('option', { attrs: { value: '', selected: setup.enPassant === null } }, t('none')),
              passed(setup.turn).map(square =>
                h('option', { attrs: { value: square, selected: setup.enPassant === square } }, square),
              ),
            ],
          ),
        ]),
        number(t('fullmoves'), setup.fullmoves, 1, fullmoves => this.change({ fullmoves })),
      ]),
      number(t('halfmoves'), setup.halfmoves, 0, halfmoves => this.change({ halfmoves })),
      h('label.tick', null, [
        h('input', {
          attrs: { type: 'checkbox' },
          props: { checked: setup.variant === 'chess960' },
          on: { change: () => this.change({ variant: setup.variant === 'chess960' ? 'standard' : 'chess960' }) },
        }),
        t('chess960'),
      ]),
      h('div.field', null, [
        h('label', { attrs: { for: 'editor-fen' } }, 'FEN'),
        h('div.copy', null, [
          h('input#editor-fen', {
            attrs: {
              spellcheck: 'false',
              autocomplete: 'off',
              ...(this.badFen ? { 'aria-invalid': 'true', 'aria-describedby': 'editor-fen-problem' } : {}),
            },
            props: { value: this.badFen?.text ?? fen },
            on: {
              change: (event: Event) => {
                this.takeFen((event.target as HTMLInputElement).value, setup.variant);
                this.visit.redraw();
              },
            },
          }),
          button('', { onClick: () => this.copy(fen), label: t('copyFen') }, icon(this.copied ? 'check' : 'copy')),
        ]),
        this.badFen
          ? h('p#editor-fen-problem.problem', { attrs: { role: 'alert' } }, t('fenFieldBad', { why: this.badFen.why }))
          : null,
      ]),
      h('div.editor-buttons', null, [
        button('', { onClick: () => this.change(fenToSetup(START, 'standard')) }, t('startPosition')),
        button(
          '',
          { onClick: () => this.change(fenToSetup('8/8/8/8/8/8/8/8 w - - 0 1', setup.variant)) },
          t('clearBoard'),
        ),
        button(
          '',
          { onClick: () => this.change(fenToSetup(chess960(Math.floor(Math.random() * 960)), 'chess960')) },
          t('randomStart'),
        ),
        button('', { onClick: () => this.flip() }, icon('flip'), t('flipBoard')),
      ]),
    ]);
  }

  private flip(): void {
    this.orientation = this.orientation === 'white' ? 'black' : 'white';
    this.visit.redraw();
  }

  private copy(fen: string): void {
    void copyText(fen).then(done => {
      this.copied = done;
      if (done) announce(t('copied'));
      this.visit.redraw();
    });
  }
}

/** Reads a FEN in any form, also one of an unplayable position; a playable one is normalised by the core. */
function readFen(fen: string, wanted: VariantName): { setup: Setup } | { why: string } {
  const variants: VariantName[] = wanted === 'chess960' ? ['chess960'] : ['standard', 'chess960'];
  for (const variant of variants) {
    const found = inspect(fen.trim(), variant);
    if (found.is === 'unreadable') return { why: unreadableText(found) };
    if (found.is === 'playable') return { setup: fenToSetup(found.fen, variant) };
  }
  return { setup: fenToSetup(fen, wanted) };
}

const roleOf = (letter: string): string =>
  ({ p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king' })[letter.toLowerCase()] ?? '';
