/** The laws in English: a name for each, and what it says. */
export const lawsEn: Record<string, readonly [title: string, text: string]> = {
  B01: [
    'Two sides',
    'White sits at the bottom of the board and moves up, Black sits at the top and moves down. Words such as “forward”, “first rank” and “last rank” are always meant from the player’s own side.',
  ],
  B02: [
    'Files and ranks',
    'The board has 64 squares: eight files named a to h from left to right as White sees them, and eight ranks numbered 1 to 8 from bottom to top. A square is named by its file and its rank.',
  ],
  B03: [
    'Light and dark',
    'The squares alternate in colour and a1 is dark, so that each player has a light square in the right-hand corner. On this page dark is brown and light is beige, until you choose other colours.',
  ],
  B04: ['The pieces', 'Each side begins with a king, a queen, two rooks, two bishops, two knights and eight pawns.'],
  B05: [
    'The start',
    'The pawns stand on the second rank. Behind them stand, from file a to file h: rook, knight, bishop, queen, king, bishop, knight, rook. Each queen stands on a square of her own colour.',
  ],
  B06: [
    'Who plays which colour',
    'An organiser gives the colours, the players choose them, or a fair lot is drawn. Here you are viewState from Black’s side.',
  ],

  M01: [
    'Taking turns',
    'White moves first, then the players move strictly in turn. One must move; nobody may pass. One turn is one move, and castling counts as one.',
  ],
  M02: [
    'Where a piece may go',
    'A piece goes to an empty square, or to a square where an enemy piece stands, which is thereby captured and leaves the board. It never goes where an own piece stands.',
  ],
  M03: ['Own pieces only', 'A player moves only pieces of the own colour.'],
  M04: [
    'Nothing jumps but the knight',
    'No piece passes over another one, own or enemy. Only the knight leaps; and in castling king and rook pass each other.',
  ],
  M05: ['The king', 'One square in any direction, but never to a square that an enemy piece attacks.'],
  M06: ['The rook', 'Any distance along a rank or a file.'],
  M07: ['The bishop', 'Any distance along a diagonal. A bishop never leaves the colour of its squares.'],
  M08: ['The queen', 'As a rook or as a bishop, whichever she likes.'],
  M09: ['The knight', 'Two squares straight and one to the side, over anything that stands between.'],
  M10: ['The pawn’s step', 'One square straight forward, if that square is empty. A pawn never goes back.'],
  M11: ['The double step', 'From its second rank a pawn may go two squares forward, if both are empty.'],
  M12: [
    'The pawn’s capture',
    'A pawn captures one square diagonally forward, and only so; and it goes there only to capture.',
  ],
  M13: [
    'Pinned pieces attack',
    'A piece attacks a square even if it could not move there, because its own king would then be in check. The rook here cannot leave its file, and still the white king may not step before it.',
  ],
  M14: [
    'The own king is never left in check',
    'A move that puts or leaves the own king in check is not legal. A piece that shields its king is pinned: it moves along the line of the attack, or not at all.',
  ],

  S01: [
    'En passant',
    'A pawn that has just made the double step and now stands beside an enemy pawn may be captured as if it had made only one step: the enemy pawn goes to the square it passed over.',
  ],
  S02: [
    '…at once or never',
    'En passant is possible only as the very next move. Whoever does something else has lost the right.',
  ],
  S03: [
    '…and not at the king’s cost',
    'En passant takes two pawns off one rank at once. Where that would leave the own king in check, it is not legal.',
  ],
  S04: [
    'Castling',
    'The king goes two squares toward a rook of its first rank, and that rook to the square the king has crossed. It is written O-O to the near side and O-O-O to the far side.',
  ],
  S05: [
    '…with pieces that have not moved',
    'Neither the king nor that rook may ever have moved. Coming back does not help, and neither does another rook in the same corner.',
  ],
  S06: ['…with nothing between', 'All squares between king and rook must be empty.'],
  S07: [
    '…not out of, over or into check',
    'A king in check does not castle, nor does it cross or reach an attacked square.',
  ],
  S08: ['…but the rook is not afraid', 'The rook may be attacked, and may cross an attacked square: here b1.'],
  S09: [
    '…on one rank',
    'King and rook stand on the same rank. A pawn promoted to a rook on the king’s file is no partner for castling.',
  ],
  S10: [
    'Promotion',
    'A pawn that reaches the last rank becomes, in the same move, a queen, a rook, a bishop or a knight, as its player likes. It must, and there may be any number of queens. At a real board, if no second queen is at hand, stop the clock and ask the arbiter for one; a rook put upside down is a rook, whatever was meant.',
  ],
  S11: [
    '…never to a king',
    'A pawn becomes neither king nor stays a pawn. The new piece acts at once: it may give check, and even mate.',
  ],

  C01: ['Check', 'A king that an enemy piece attacks is in check. The check must be ended at once, by this move.'],
  C02: [
    'Three ways out',
    'Move the king, capture the piece that gives check, or put something between. Nothing can be put between a knight, a pawn or a neighbour and the king. Against a double check only the king’s move helps.',
  ],
  C03: [
    'Checkmate',
    'Check, and no legal move: this is checkmate. The game is over at once, and whoever mated has won.',
  ],
  C04: ['Stalemate', 'No check, and no legal move: this is stalemate. The game is over at once, and drawn.'],
  C05: [
    'Saying “check”',
    'To announce check is a courtesy, not a duty. This program does so in casual play and not in tournaments; the settings can change that.',
  ],

  E01: ['Won by checkmate', 'Checkmate ends the game and wins it, whatever the clocks do afterwards.'],
  E02: ['Resigning', 'A player may resign at any time, also while it is not the own turn. That loses…'],
  E03: [
    '…unless the opponent could never win',
    '…but the game is drawn if the opponent could not mate by any series of legal moves. Here Black has only a king.',
  ],
  E04: ['Out of time', 'Whoever runs out of time loses…'],
  E05: [
    '…unless the opponent could never win',
    '…but the game is drawn if the opponent could not mate by any series of legal moves. This is not a count of pieces: it is found out exactly, and either the mate or the reason is shown.',
  ],
  E06: [
    'Forfeit',
    'An arbiter may declare a game lost for one player, with a reason that is kept, and decides what the opponent scores: 1, ½ or 0. Both may lose, too: then the result is 0–0.',
  ],
  E07: ['Drawn by stalemate', 'Stalemate ends the game with a draw, at once.'],
  E08: [
    'Dead position',
    'Where neither side could mate by any series of legal moves, the game is drawn at once. Bare kings are such a case, and so is a wall of pawns that nobody can pass. King and knight against king and knight is not: there a mate exists.',
  ],
  E09: [
    'By agreement',
    'A player offers a draw, best together with the own move. The offer stands until the opponent accepts it, declines it, touches a piece to move or take it, or makes a move; it cannot be taken back. In tournaments a draw can be agreed only when both have made a move. The score sheet marks each offer with (=). An organiser may forbid offers before a certain move, or altogether.',
  ],
  E10: [
    'Threefold repetition',
    'If the same position has appeared three times, not necessarily in a row, the player to move may claim a draw; also by writing down the move that would bring it about.',
  ],
  E11: [
    'What “the same position” means',
    'The same player to move, the same pieces on the same squares, the same possible moves. Rights to castle count; a capture en passant counts only where it is really legal. Here the position looks the same three times, but the first time both could still castle.',
  ],
  E12: ['Fivefold repetition', 'When the same position appears for the fifth time, the game is drawn without a claim.'],
  E13: [
    'Fifty moves',
    'When each side has made fifty moves without a pawn move or a capture, the player to move may claim a draw; also with the move that completes them. Some correspondence organisers switch this off.',
  ],
  E14: [
    'Seventy-five moves',
    'After seventy-five such moves by each side the game is drawn without a claim. If the last of them mates, the mate counts.',
  ],
  E15: [
    'One word: draw',
    'The draw button claims where a claim is right. Where your king could never be mated it draws at once. Otherwise it is an offer to the opponent.',
  ],
  E16: [
    'A wrong claim',
    'A claim that does not hold does not end the game; it stands as an offer. In tournaments the opponent receives two minutes, in rapid and blitz one, and a move that was written down must be played.',
  ],
  E17: [
    'What happens first decides',
    'A legal move that mates, stalemates or makes the position dead ends the game before any flag falls. Two flags can never both be down. Here White mates with a tenth of a second left.',
  ],
  E18: ['Aborting', 'Before both players have made a move either of them may abort the game; it has no result.'],
  E19: ['Taking back', 'In casual play a player may ask to take a move back; it happens if the opponent agrees.'],

  T01: [
    'The chess clock',
    'A clock shows the time that each player has left. Only the clock of the player to move runs.',
  ],
  T02: [
    'Time controls',
    'No clock at all; a time for the whole game; an increment for every move; a delay before the clock runs, or Bronstein’s form of it; stages of so many moves in so much time; days for each move; an hourglass. Here: three minutes and two seconds a move.',
  ],
  T03: [
    'Bullet to correspondence',
    'Games are named by their expected length. Online that is the time and forty increments: bullet below three minutes a player, then blitz, rapid, classical; and correspondence, where there are days. In tournaments FIDE counts sixty increments: blitz up to ten minutes, rapid below sixty, standard from there on. Here: rapid.',
  ],
  T04: [
    'Stages',
    'The move that completes a stage must be made in time. What is left is kept, and the time of the next stage is added. Here: two moves in a minute, then half a minute for the rest.',
  ],
  T05: [
    'Exact clocks',
    'Clocks are exact to the thousandth of a second, never go backward and never show less than nothing; the same on the server, on this page and in the terminal.',
  ],
  T06: [
    'Increments and the first move',
    'A completed move adds its increment. The first clock starts at once, or after the first moves, as was agreed.',
  ],

  P01: ['Points', 'A win is one point, a draw half a point, a loss nothing: 1–0, ½–½, 0–1. If both forfeit, 0–0.'],
  P02: ['The record', 'A game keeps a complete written record, by which every claim is verified.'],

  K01: [
    'Touch-move',
    'In tournaments a piece that is touched on purpose must be moved if it can, and a touched enemy piece captured. The first one that can decides. King, then rook means castling there; rook, then king means not castling there.',
  ],
  K02: [
    '“I adjust”',
    'Whoever says so before touching, and is to move, may put a piece right without having to move it.',
  ],
  K03: [
    'A released piece stays',
    'Once a piece has been let go on a legal square, the move is made. In tournaments nothing is taken back.',
  ],
  K04: [
    'Illegal moves',
    'In tournaments a completed illegal move is taken back, and the opponent receives two minutes, in rapid and blitz one. The second by the same player loses; or draws, if the opponent could not mate by any series of legal moves.',
  ],
  K05: [
    'A wrong start',
    'If the colours were swapped, the game begins anew if that is found within ten moves; later it goes on. If the pieces were set up wrongly, it begins anew whenever that is found; in rapid and blitz only within ten moves.',
  ],

  N01: [
    'Notation',
    'Moves are read and written in short and long notation, with figurines, and as programs write them. Castling is O-O or O-O-O, and is also read with zeros.',
  ],
  N02: [
    'English and Portuguese',
    'The page speaks both, and moves may be written with the letters of either: king K or R, queen Q or D, rook R or T, bishop B, knight N or C. This example is typed in Portuguese.',
  ],
  N03: [
    'Positions and games as text',
    'Positions are written as FEN, for Chess960 as X-FEN or Shredder-FEN, with operations as EPD; games as PGN. The analysis page reads and writes them.',
  ],
};
