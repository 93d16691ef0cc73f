//! Which sides can still checkmate, and why.

use crate::language::Language;
use crate::portuguese;
use rules::{Color, Position};
use serde::Serialize;
use unwinnable::{Limits, Verdict, can_win};

/// The verdicts about both sides.
pub(crate) struct Mating {
    white: Verdict,
    black: Verdict,
}

/// Whether each side can still checkmate by any series of legal moves; `None` if undecided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct CanWin {
    white: Option<bool>,
    black: Option<bool>,
}

/// The mating lines, or why there are none, for people.
#[derive(Serialize)]
pub(crate) struct MatingWords {
    pub(crate) white: String,
    pub(crate) black: String,
}

impl Mating {
    pub(crate) fn of(position: &Position) -> Mating {
        let verdict = |color| can_win(position, color, Limits::thorough());
        Mating { white: verdict(Color::White), black: verdict(Color::Black) }
    }

    pub(crate) fn can_win(&self) -> CanWin {
        let answer = |verdict: &Verdict| match verdict {
            Verdict::Winnable(_) => Some(true),
            Verdict::Unwinnable(_) => Some(false),
            Verdict::Undecided => None,
        };
        CanWin { white: answer(&self.white), black: answer(&self.black) }
    }

    /// Law E08: neither side can checkmate.
    pub(crate) fn is_dead(&self) -> bool {
        self.can_win() == CanWin { white: Some(false), black: Some(false) }
    }

    pub(crate) fn why(&self, position: &Position, language: Language) -> MatingWords {
        MatingWords {
            white: why(&self.white, position, language),
            black: why(&self.black, position, language),
        }
    }
}

fn why(verdict: &Verdict, position: &Position, language: Language) -> String {
    match verdict {
        Verdict::Undecided => {
            language.say("not decided within the limits", "não decidido dentro dos limites").to_string()
        }
        Verdict::Unwinnable(proof) => match language {
            Language::En => format!("cannot checkmate: {proof}"),
            Language::Pt => format!("não podem dar mate: {}", portuguese::proof(proof.kind())),
        },
        Verdict::Winnable(line) if line.is_empty() => {
            language.say("has checkmated", "deram xeque-mate").to_string()
        }
        Verdict::Winnable(line) => {
            let mut position = *position;
            let mut moves = Vec::new();
            for mv in line {
                let legal = position.legal(*mv).expect("the moves of the line are legal");
                moves.push(legal.san_with(language.letters()));
                position = legal.play();
            }
            format!("{}: {}", language.say("can checkmate", "podem dar mate"), moves.join(" "))
        }
    }
}
