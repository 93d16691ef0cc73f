/** The laws in English: the title and the text of each. */
export const lawsEn: Record<string, readonly [title: string, text: string]> = {
  B01: [
    'Two sides',
    'White sits at the bottom of the board and moves up; Black sits at the top and moves down. “Forward”, “first rank” and “last rank” are always seen from the player’s own side.',
  ],
  B02: [
    'Files and ranks',
    'The board has 64 squares: eight files named a to h from left to right as White sees them, and eight ranks numbered 1 to 8 from bottom to top. A square is named by its file and its rank.',
  ],
  B03: [
    'Light and dark',
    'The squares alternate in colour and a1 is dark, so each player has a light square in the right-hand corner. On this page dark is brown and light is beige, unless you choose other colours.',
  ],
  B04: ['The pieces', 'Each side begins with a king, a queen, two rooks, two bishops, two knights and eight pawns.'],
  B05: [
    'The start',
    'The pawns stand on the second rank. Behind them stand, from file a to file h: rook, knight, bishop, queen, king, bishop, knight, rook. Each queen stands on a square of her own colour.',
  ],
  B06: [
    'Who plays which colour',
    'An organiser assigns the colours, the players choose them, or they are drawn by lot. Here you see the board from Black’s side.',
  ],

  M01: [
    'Taking turns',
    'White moves first, then the players alternate. You must move: passing is not allowed. A turn is one move, and castling counts as one.',
  ],
  M02: [
    'Where a piece may go',
    'A piece moves to an empty square, or to a square occupied by an enemy piece, which is captured and removed from the board. It never moves to a square occupied by a piece of its own side.',
  ],
  M03: ['Your own pieces only', 'You move only pieces of your own colour.'],
  M04: [
    'Only the knight jumps',
    'No piece passes over another, friend or enemy. Only the knight jumps; in castling, king and rook pass each other.',
  ],
  M05: ['The king', 'One square in any direction, but never to a square that an enemy piece attacks.'],
  M06: ['The rook', 'Any distance along a rank or a file.'],
  M07: ['The bishop', 'Any distance along a diagonal. A bishop always stays on squares of one colour.'],
  M08: ['The queen', 'Any distance along a rank, a file or a diagonal: like a rook or like a bishop.'],
  M09: ['The knight', 'Two squares straight and one to the side, jumping over anything in between.'],
  M10: ['The pawn’s step', 'One square straight forward, if that square is empty. A pawn never moves back.'],
  M11: ['The double step', 'From its second rank a pawn may move two squares forward, if both are empty.'],
  M12: [
    'The pawn’s capture',
    'A pawn captures one square diagonally forward. It captures in no other way, and moves diagonally only to capture.',
  ],
  M13: [
    'Pinned pieces attack',
    'A piece attacks a square even when it cannot move there because its own king would be in check. Here the black rook is pinned to its file, yet the white king may not step onto the rank that the rook attacks.',
  ],
  M14: [
    'Your king is never left in check',
    'A move that puts or leaves your own king in check is illegal. A piece that shields its king is pinned: it may move only along the line of the attack.',
  ],

  S01: [
    'En passant',
    'A pawn that has just made the double step and now stands beside an enemy pawn may be captured as if it had moved only one square: the enemy pawn moves to the square it passed over.',
  ],
  S02: [
    '…now or never',
    'You may capture en passant only on the very next move. If you play something else, the right is gone.',
  ],
  S03: [
    '…but not at your king’s expense',
    'Capturing en passant removes two pawns from one rank at once. If that would leave your king in check, it is illegal.',
  ],
  S04: [
    'Castling',
    'The king moves two squares toward a rook on its first rank, and that rook moves to the square the king has crossed. It is written O-O on the king’s side and O-O-O on the queen’s side.',
  ],
  S05: [
    '…with pieces that have not moved',
    'Neither the king nor that rook may have moved before. Moving back does not help, and neither does another rook in the same corner.',
  ],
  S06: ['…with nothing in between', 'All squares between the king and the rook must be empty.'],
  S07: [
    '…not out of, through or into check',
    'A king in check may not castle, and the king may neither cross nor reach an attacked square.',
  ],
  S08: ['…but the rook may be attacked', 'The rook may be under attack, and may cross an attacked square: here b1.'],
  S09: [
    '…on one rank',
    'King and rook must stand on the same rank. You cannot castle with a pawn that was promoted to a rook on the king’s file.',
  ],
  S10: [
    'Promotion',
    'A pawn that reaches the last rank becomes, in the same move, a queen, a rook, a bishop or a knight: the choice is yours. Promotion is compulsory, and you may have any number of queens. At a real board, if no second queen is at hand, stop the clock and ask the arbiter for one; a rook placed upside down counts as a rook.',
  ],
  S11: [
    '…never to a king',
    'A pawn cannot become a king, and cannot remain a pawn. The new piece acts at once: it may give check, or even mate.',
  ],

  C01: ['Check', 'A king that an enemy piece attacks is in check. The check must be ended with the very next move.'],
  C02: [
    'Three ways out',
    'Move the king, capture the piece that gives check, or put a piece in between. A check by a knight, a pawn or an adjacent piece cannot be blocked. Against a double check, only a king move helps.',
  ],
  C03: [
    'Checkmate',
    'Check with no legal move is checkmate. The game is over at once, and the player who gave it has won.',
  ],
  C04: ['Stalemate', 'No check, but no legal move either: this is stalemate. The game is over at once, and drawn.'],
  C05: [
    'Saying “check”',
    'Announcing check is a courtesy, not a duty. This program does so in casual games and not in tournaments; you can change that in the settings.',
  ],

  E01: ['Won by checkmate', 'Checkmate ends the game and wins it, whatever the clocks show afterwards.'],
  E02: ['Resigning', 'You may resign at any time, even when it is not your turn. That loses…'],
  E03: [
    '…unless the opponent could never win',
    '…but the game is drawn if the opponent could not mate by any series of legal moves. Here Black has only a king.',
  ],
  E04: ['Out of time', 'A player who runs out of time loses…'],
  E05: [
    '…unless the opponent could never win',
    '…but the game is drawn if the opponent could not mate by any series of legal moves. This is not a matter of counting pieces: it is worked out exactly, and you are shown either the mate or the reason why there is none.',
  ],
  E06: [
    'Forfeit',
    'An arbiter may declare a game lost for one player, for a reason that is recorded, and decides what the opponent scores: 1, ½ or 0. Both players can lose; the result is then 0–0.',
  ],
  E07: ['Drawn by stalemate', 'Stalemate ends the game at once with a draw.'],
  E08: [
    'Dead position',
    'If neither side could mate by any series of legal moves, the game is drawn at once. Bare kings are one example; a wall of pawns that nothing can get through is another. King and knight against king and knight is not: a mate exists there.',
  ],
  E09: [
    'By agreement',
    'A player offers a draw, ideally together with a move. The offer stands until the opponent accepts it, declines it, touches a piece to move or capture it, or makes a move; it cannot be withdrawn. In tournaments a draw can be agreed only after both players have made a move. The score sheet marks each offer with (=). An organiser may forbid offers before a certain move, or altogether.',
  ],
  E10: [
    'Threefold repetition',
    'When the same position has appeared three times, not necessarily in a row, the player to move may claim a draw. A claim may also be made by writing down the move that brings the position about.',
  ],
  E11: [
    'What “the same position” means',
    'The same player to move, the same pieces on the same squares, the same possible moves. Castling rights count; an en passant capture counts only if it is really legal. Here the position looks the same three times, but the first time both sides could still castle.',
  ],
  E12: ['Fivefold repetition', 'When the same position appears for the fifth time, the game is drawn without a claim.'],
  E13: [
    'Fifty moves',
    'When each side has made fifty moves without a pawn move or a capture, the player to move may claim a draw, also with the move that completes the fifty. Some correspondence organisers switch this rule off.',
  ],
  E14: [
    'Seventy-five moves',
    'After seventy-five such moves by each side the game is drawn without a claim. If the last of them gives mate, the mate counts.',
  ],
  E15: [
    'One word: draw',
    'The draw button makes a claim where a claim is valid. If your king could never be mated, it ends the game with a draw at once. Otherwise it offers your opponent a draw.',
  ],
  E16: [
    'A wrong claim',
    'A wrong claim does not end the game; it stands as a draw offer. In tournaments the opponent receives two extra minutes, or one in rapid and blitz, and a move that was written down must be played.',
  ],
  E17: [
    'What happens first decides',
    'A legal move that gives mate or stalemate, or makes the position dead, ends the game before any flag falls. Two flags can never both be down. Here White mates with a tenth of a second left.',
  ],
  E18: ['Aborting', 'Until both players have made a move, either of them may abort the game; it then has no result.'],
  E19: [
    'Taking back',
    'In casual games a player may ask to take back a move; it is taken back if the opponent agrees.',
  ],

  T01: [
    'The chess clock',
    'The clock shows how much time each player has left. Only the clock of the player to move runs.',
  ],
  T02: [
    'Time controls',
    'No clock at all; a time for the whole game; an increment with every move; a delay before the clock starts to run, or Bronstein’s form of it; stages of so many moves in so much time; days for each move; an hourglass. Here: three minutes plus two seconds per move.',
  ],
  T03: [
    'Bullet to correspondence',
    'Games are classed by their expected length. Online this is the time plus forty increments: bullet is under three minutes per player, then come blitz, rapid and classical, and correspondence, which is counted in days. In tournaments FIDE counts sixty increments: blitz is up to ten minutes, rapid is under sixty, and anything longer is standard. Here: rapid.',
  ],
  T04: [
    'Stages',
    'The move that completes a stage must be made in time. The time left over is kept, and the time of the next stage is added. Here: two moves in a minute, then half a minute for the rest.',
  ],
  T05: [
    'Exact clocks',
    'Clocks are exact to a thousandth of a second, never run backwards and never show less than zero: on the server, on this page and in the terminal alike.',
  ],
  T06: [
    'Increments and the first move',
    'Each completed move adds its increment. The first clock starts at once or after the first moves, as agreed.',
  ],

  P01: [
    'Points',
    'A win scores one point, a draw half a point, a loss nothing: 1–0, ½–½, 0–1. If both players forfeit: 0–0.',
  ],
  P02: ['The record', 'Every game keeps a complete written record, against which every claim is checked.'],

  K01: [
    'Touch-move',
    'In tournaments a piece you touch on purpose must be moved if it can be, and an enemy piece you touch must be captured if it can be. The first one for which this is possible decides. Touching the king and then a rook means castling on that side; touching the rook first rules out castling on that side.',
  ],
  K02: [
    '“I adjust”',
    'If it is your turn and you say so before you touch a piece, you may straighten it without having to move it.',
  ],
  K03: [
    'A released piece stays',
    'Once you let go of a piece on a legal square, the move is made. In tournaments nothing is taken back.',
  ],
  K04: [
    'Illegal moves',
    'In tournaments a completed illegal move is taken back, and the opponent receives two extra minutes, or one in rapid and blitz. A second one by the same player loses the game; or draws it, if the opponent could not mate by any series of legal moves.',
  ],
  K05: [
    'A wrong start',
    'If the colours were swapped, the game is restarted if this is found within the first ten moves; after that it continues. If the pieces were set up wrongly, the game is restarted whenever this is found; in rapid and blitz only within the first ten moves.',
  ],

  N01: [
    'Notation',
    'Moves are read and written in short and long notation, with figurines, and in the form that programs use. Castling is O-O or O-O-O, and zeros are understood, too.',
  ],
  N02: [
    'English and Portuguese',
    'The page speaks both, and moves may be typed with the letters of either: king K or R, queen Q or D, rook R or T, bishop B, knight N or C. This example is typed in Portuguese.',
  ],
  N03: [
    'Positions and games as text',
    'Positions are written as FEN, for Chess960 as X-FEN or Shredder-FEN, and with operations as EPD; games are written as PGN. The analysis page reads and writes them.',
  ],
};
