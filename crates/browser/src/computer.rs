//! The computer player at a table of the page: the question to the engine, and the actions that follow from its answer.

use game::{Game, Timestamp};
use opponent::Reply;
use rules::{Color, Move, Variant};
use wire::PlayerAction;
use wire::engine::EngineQuestion;

pub(crate) fn color(name: &str) -> Option<Color> {
    match name {
        "white" => Some(Color::White),
        "black" => Some(Color::Black),
        _ => None,
    }
}

/// The question to the engine; `None` while there is nothing to think about.
pub(crate) fn question(game: &Game, color: Color, now: Timestamp) -> Option<EngineQuestion> {
    let clock = opponent::task(game, color, now)?.clock;
    let start = game.settings().start;
    Some(EngineQuestion {
        fen: Some(start.fen()),
        variant: start.variant().into(),
        moves: game.record().iter().map(|played| played.mv.uci(start.variant()).to_string()).collect(),
        clock: clock.map(|clock| clock.left.as_millis() as u64),
        increment: clock.map(|clock| clock.increment.as_millis() as u64),
        moves_to_go: clock.and_then(|clock| clock.moves_to_go),
        ..EngineQuestion::default()
    })
}

/// The actions of the computer, in order; without a move of the engine, only its immediate reply.
pub(crate) fn actions(game: &Game, color: Color, best: Option<&str>, value: i32) -> Vec<PlayerAction> {
    let position = *game.position();
    let replies = match best.map(|best| position.parse_uci(best)) {
        Some(Ok(legal)) => opponent::replies(game, color, legal.mv(), value),
        // The game has moved on since the question.
        Some(Err(_)) => Vec::new(),
        None => opponent::immediate_reply(game, color).into_iter().collect(),
    };
    replies.into_iter().map(|reply| action(reply, position.variant())).collect()
}

fn action(reply: Reply, variant: Variant) -> PlayerAction {
    let text = |mv: Move| mv.uci(variant).to_string();
    match reply {
        Reply::AcceptDraw => PlayerAction::Accept,
        Reply::DeclineDraw => PlayerAction::Decline,
        Reply::GrantTakeback => PlayerAction::Takeback,
        Reply::Claim(mv) => PlayerAction::Claim { r#move: Some(text(mv)) },
        Reply::Move(mv) => PlayerAction::Move { r#move: text(mv), offer_draw: false },
    }
}

#[cfg(test)]
mod tests {
    use crate::Table;

    #[test]
    fn the_computer_gets_its_clock_and_its_actions_follow_the_policy() {
        let mut table = Table::new();
        assert_eq!(table.computer_question("white", 0.0), "null");
        table.answer(r#"{"do":"start","time":"300d5"}"#);
        table.answer(r#"{"do":"move","move":"e4","at":1000}"#);
        assert_eq!(table.computer_question("white", 1000.0), "null");
        assert_eq!(table.computer_question("nobody", 1000.0), "null");
        let question = table.computer_question("black", 1000.0);
        // The delay counts as usable time.
        for part in [r#""moves":["e2e4"]"#, r#""clock":305000"#, r#""increment":5000"#] {
            assert!(question.contains(part), "{question}");
        }
        let actions = table.computer_actions("black", Some("e7e5".into()), 0);
        assert_eq!(actions, r#"[{"do":"move","move":"e7e5"}]"#);
        assert_eq!(table.computer_actions("black", Some("e2e4".into()), 0), "[]");
        assert_eq!(table.computer_actions("black", None, 0), "[]");
        table.answer(r#"{"do":"takeback","by":"white","at":1100}"#);
        assert_eq!(table.computer_actions("black", None, 0), r#"[{"do":"takeback"}]"#);
    }
}
