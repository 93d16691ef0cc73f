//! Commands that a player types.

/// A command of the player.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Command<'l> {
    Move {
        text: &'l str,
        /// E09: whether a draw is offered with the move.
        offer_draw: bool,
    },
    /// E15: one signal that claims, draws or offers, whichever applies.
    Draw,
    /// E10, E13: a claim with the move that would make it valid.
    Claim(&'l str),
    Accept,
    Decline,
    Takeback,
    Resign,
    Moves,
    Board,
    Clock,
    Fen,
    Flip,
    Quit,
    Help,
}

pub(super) const HELP: &str = "\
A move is written as e4, Nf3, exd5, O-O, e8=Q or as e2e4, e7e8q. Besides moves:
  draw       claim a draw, or offer one: whichever is right
  draw Nf3   claim that a draw comes about by Nf3
  Nf3 draw   play Nf3 and offer a draw
  accept     take the draw that is offered
  decline    refuse it
  undo       take the last move back
  resign     the side to move gives up
  moves      the legal moves
  board      the board again
  clock      the clocks
  fen        the position as FEN
  flip       turn the board round
  quit       leave the game unfinished
  help       this text";

pub(super) const AJUDA: &str = "\
Um lance escreve-se e4, Cf3, exd5, O-O, e8=D ou e2e4, e7e8q. Além de lances:
  empate      reclamar um empate ou propô-lo, conforme o caso
  empate Cf3  reclamar que com Cf3 há empate
  Cf3 empate  jogar Cf3 e propor empate
  aceitar     aceitar o empate proposto
  recusar     recusá-lo
  desfazer    desfazer o último lance
  abandonar   quem joga abandona a partida
  lances      os lances legais
  tabuleiro   o tabuleiro outra vez
  relogio     os relógios
  fen         a posição em FEN
  virar       virar o tabuleiro
  sair        deixar a partida inacabada
  ajuda       este texto";

impl Command<'_> {
    /// Parses a line; `None` if it is blank.
    pub(super) fn parse(line: &str) -> Option<Command<'_>> {
        let text = line.trim();
        let command = match text.to_ascii_lowercase().as_str() {
            "" => return None,
            "draw" | "offer" | "claim" | "empate" => Command::Draw,
            "accept" | "aceitar" => Command::Accept,
            "decline" | "recusar" => Command::Decline,
            "undo" | "takeback" | "desfazer" => Command::Takeback,
            "resign" | "abandonar" => Command::Resign,
            "moves" | "lances" => Command::Moves,
            "board" | "tabuleiro" => Command::Board,
            "clock" | "relogio" => Command::Clock,
            "fen" => Command::Fen,
            "flip" | "virar" => Command::Flip,
            "quit" | "sair" => Command::Quit,
            "help" | "ajuda" => Command::Help,
            _ => match text.split_once(char::is_whitespace) {
                Some((first, rest)) if is_draw(first) => Command::Claim(rest.trim()),
                Some((first, rest)) if is_draw(rest.trim()) => {
                    Command::Move { text: first, offer_draw: true }
                }
                _ => Command::Move { text, offer_draw: false },
            },
        };
        Some(command)
    }
}

fn is_draw(word: &str) -> bool {
    ["draw", "empate"].iter().any(|draw| word.eq_ignore_ascii_case(draw))
}

#[cfg(test)]
mod tests {
    use super::Command;

    #[test]
    fn a_line_is_a_word_or_a_move() {
        let play = |text, offer_draw| Some(Command::Move { text, offer_draw });
        for (line, command) in [
            ("  \t", None),
            ("Nf3\r", play("Nf3", false)),
            (" Nf3  draw ", play("Nf3", true)),
            ("Draw", Some(Command::Draw)),
            ("draw Nf3", Some(Command::Claim("Nf3"))),
            ("drawn", play("drawn", false)),
            ("e4 e5", play("e4 e5", false)),
            ("undo", Some(Command::Takeback)),
            ("Cf3 empate", play("Cf3", true)),
            ("empate Cf3", Some(Command::Claim("Cf3"))),
            ("sair", Some(Command::Quit)),
        ] {
            assert_eq!(Command::parse(line), command, "{line:?}");
        }
    }
}
