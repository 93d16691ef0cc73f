/**
 * Commands typed into the move field, for players who cannot see the board: where the pieces are, the clocks, the last
 * move.
 */
import { pieceName } from '../board/grid';
import { piecesOf } from '../board/squares';
import { type Key, t } from '../i18n';
import { clockText, remaining } from './clock';
import { colors, type GameModel } from './model';
import { steps } from './view-state';
import { playerName, spokenMove } from './words';

type Command = 'clock' | 'last' | 'pieces' | 'where' | 'rank' | 'file' | 'board' | 'help';

/** Understood in every language, in addition to the language's own words. */
const english: Record<string, Command> = {
  clock: 'clock',
  last: 'last',
  pieces: 'pieces',
  where: 'where',
  rank: 'rank',
  file: 'file',
  board: 'board',
  help: 'help',
};

/** In the order of the string `commandWords`. */
const order: Command[] = ['clock', 'last', 'pieces', 'where', 'rank', 'file', 'board', 'help'];

function commandOf(word: string): Command | null {
  const own = t('commandWords').split('|').indexOf(word);
  return order[own] ?? english[word] ?? null;
}

const roles: readonly (readonly [letter: string, name: Key])[] = [
  ['k', 'king'],
  ['q', 'queen'],
  ['r', 'rook'],
  ['b', 'bishop'],
  ['n', 'knight'],
  ['p', 'pawn'],
];

/** The answer to a command; null if the text is not a command. */
export function answer(model: GameModel, text: string, now: number): string | null {
  const [word = '', argument = ''] = text.trim().toLowerCase().split(/\s+/);
  switch (commandOf(word)) {
    case 'clock':
      return clocks(model, now);
    case 'last':
      return last(model);
    case 'pieces':
      return everything(model);
    case 'where':
      return where(model, argument);
    case 'rank':
      return /^[1-8]$/.test(argument)
        ? line(model, t('rankOf', { rank: argument }), square => square[1] === argument)
        : t('commandHelp');
    case 'file':
      return /^[a-h]$/.test(argument)
        ? line(model, t('fileOf', { file: argument }), square => square[0] === argument)
        : t('commandHelp');
    case 'board':
      return [8, 7, 6, 5, 4, 3, 2, 1]
        .map(rank => line(model, t('rankOf', { rank }), square => square[1] === String(rank)))
        .join(' ');
    case 'help':
      return t('commandHelp');
    default:
      return null;
  }
}

function clocks(model: GameModel, now: number): string {
  const shown = colors.map(color => {
    const left = remaining(model, color, now);
    return left === null ? null : `${playerName(model, color)} ${clockText(left)}`;
  });
  const told = shown.filter(text => text !== null);
  if (told.length === 0) return t('noClocks');
  const { running } = model.state;
  return `${told.join(', ')}.${running ? ` ${t('toMove', { name: playerName(model, running) })}.` : ''}`;
}

function last(model: GameModel): string {
  const played = steps(model).at(-1)?.played;
  if (!played) return t('noMovesYet');
  const moved = model.state.turn === 'white' ? 'black' : 'white';
  return `${playerName(model, moved)}: ${spokenMove(played)}.`;
}

const squaresOf = (model: GameModel, piece: string): string[] =>
  [...piecesOf(model.state.fen)]
    .filter(([, letter]) => letter === piece)
    .map(([square]) => square)
    .sort();

function everything(model: GameModel): string {
  return colors
    .map(color => {
      const found = roles.flatMap(([letter, name]) => {
        const squares = squaresOf(model, color === 'white' ? letter.toUpperCase() : letter);
        return squares.length === 0 ? [] : [`${t(name)} ${squares.join(' ')}`];
      });
      return `${t(color)}: ${found.join(', ')}.`;
    })
    .join(' ');
}

/** Finds a kind of piece by its English or Portuguese letter, or by its name. */
function where(model: GameModel, text: string): string {
  const portuguese: Record<string, string> = { d: 'q', t: 'r', c: 'n' };
  const role =
    roles.find(([letter, name]) => text === letter || text === t(name)) ??
    roles.find(([letter]) => portuguese[text] === letter);
  if (!role) return t('commandHelp');
  const [letter] = role;
  const found = [letter.toUpperCase(), letter].map(piece => {
    const squares = squaresOf(model, piece);
    return `${pieceName(piece)}: ${squares.length === 0 ? t('none') : squares.join(' ')}`;
  });
  return `${found.join('; ')}.`;
}

function line(model: GameModel, name: string, wanted: (square: string) => boolean): string {
  const found = [...piecesOf(model.state.fen)]
    .filter(([square]) => wanted(square))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([square, letter]) => `${square} ${pieceName(letter)}`);
  return `${name}: ${found.length === 0 ? t('empty') : found.join(', ')}.`;
}
