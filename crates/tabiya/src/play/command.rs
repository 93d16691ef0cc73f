//! What a line asks for.

/// What a player types.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Command<'l> {
    Move {
        text: &'l str,
        /// E09: the offer that goes with the move.
        offer_draw: bool,
    },
    /// E15: the one signal that claims, draws or offers.
    Draw,
    /// E10, E13: a claim with the move that would make it right.
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

impl Command<'_> {
    /// None for a line without a word.
    pub(super) fn parse(line: &str) -> Option<Command<'_>> {
        let text = line.trim();
        let command = match text.to_ascii_lowercase().as_str() {
            "" => return None,
            "draw" | "offer" | "claim" => Command::Draw,
            "accept" => Command::Accept,
            "decline" => Command::Decline,
            "undo" | "takeback" => Command::Takeback,
            "resign" => Command::Resign,
            "moves" => Command::Moves,
            "board" => Command::Board,
            "clock" => Command::Clock,
            "fen" => Command::Fen,
            "flip" => Command::Flip,
            "quit" => Command::Quit,
            "help" => Command::Help,
            _ => match text.split_once(char::is_whitespace) {
                Some((first, rest)) if first.eq_ignore_ascii_case("draw") => Command::Claim(rest.trim()),
                Some((first, rest)) if rest.trim().eq_ignore_ascii_case("draw") => {
                    Command::Move { text: first, offer_draw: true }
                }
                _ => Command::Move { text, offer_draw: false },
            },
        };
        Some(command)
    }
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
        ] {
            assert_eq!(Command::parse(line), command, "{line:?}");
        }
    }
}
