//! The computer player: when it has something to do, what the engine must search, and which actions follow from the
//! result. The server, the terminal and the page all use this crate for the computer's side.
//!
//! ```
//! use game::{Action, Game, Settings, Timestamp};
//! use rules::Color;
//! use tabiya_opponent::{Reply, replies, task};
//!
//! let mut game = Game::new(Settings::default());
//! let now = Timestamp::from_millis(0);
//! assert!(task(&game, Color::Black, now).is_none()); // not its turn
//! game.apply(now, Action::play("e4"))?;
//! let task = task(&game, Color::Black, now).expect("its turn");
//! assert_eq!(task.line.positions().len(), 2);
//!
//! // The engine has found a move, at an even value.
//! let best = game.position().parse_san("e5")?.mv();
//! assert_eq!(replies(&game, Color::Black, best, 0), [Reply::Move(best)]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Its invariant: it decides from the game alone, reads no clock and runs no search. The callers supply the time, run
//! the search, and apply the replies like the requests of any player.

mod clock;

pub use clock::{MAX_THINK, OVERHEAD, budget, clock};

use engine::{Line, Value, agrees_to_draw, claims_draw};
use game::{Action, Duration, Event, EventKind, Game, MoveRequest, Timestamp};
use rules::{Color, Move};

/// A position for the engine to search.
#[derive(Clone, Debug)]
pub struct Task {
    /// The game so far.
    pub line: Line,
    /// The computer's clock; `None` if it has no clock, and while the opponent is to move.
    pub clock: Option<engine::time::Clock>,
}

/// An action of the computer, which any player could take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Accepts a draw that is offered.
    AcceptDraw,
    /// Declines a draw that is offered.
    DeclineDraw,
    /// Claims a draw with this move (laws E10, E13).
    Claim(Move),
    Move(Move),
    /// Lets the opponent take back (law E19).
    GrantTakeback,
}

impl Reply {
    /// The reply as an action of the game.
    pub fn action(self, by: Color) -> Action {
        let request = |mv: Move| MoveRequest::Intent(mv.intent());
        match self {
            Reply::AcceptDraw => Action::Accept(by),
            Reply::DeclineDraw => Action::Decline(by),
            Reply::Claim(mv) => Action::Claim { by, intended: Some(request(mv)) },
            Reply::Move(mv) => {
                Action::Move { by: Some(by), request: request(mv), offer_draw: false, lag: Duration::ZERO }
            }
            Reply::GrantTakeback => Action::Takeback(by),
        }
    }
}

/// The reply that the computer gives at once, without a search: takebacks are always granted.
pub fn immediate_reply(game: &Game, color: Color) -> Option<Reply> {
    let requested = game.termination().is_none() && game.takeback_request() == Some(!color);
    requested.then_some(Reply::GrantTakeback)
}

/// The events of a decision together with those of the computer's immediate reply: request and answer are one step of
/// the game, so that no move of the computer can come between them.
pub fn with_immediate_reply(game: &Game, color: Color, events: Vec<Event>) -> Vec<Event> {
    let Some(Event { at, kind: EventKind::TakebackRequested { .. } }) = events.last() else { return events };
    let mut after = game.clone();
    events.iter().for_each(|event| after.evolve(event));
    let Some(reply) = immediate_reply(&after, color) else { return events };
    let answer = after.decide(*at, reply.action(color)).unwrap_or_default();
    [events, answer].concat()
}

/// Whether the computer that plays `color` has something to think about: its move, or a draw that is offered to it.
pub fn has_task(game: &Game, color: Color) -> bool {
    is_to_move(game, color) || is_offered(game, color)
}

/// The task for the engine of the computer that plays `color`; `None` while there is nothing to think about.
pub fn task(game: &Game, color: Color, now: Timestamp) -> Option<Task> {
    if !has_task(game, color) {
        return None;
    }
    let mut line = Line::new(game.settings().start);
    for (position, played) in game.positions().zip(game.record()) {
        line.play(position.legal(played.mv)?);
    }
    Some(Task { line, clock: clock(game, color, now) })
}

/// The replies of the computer after the engine has found `best` and `value` for the player to move, in the order in
/// which they are to be made.
pub fn replies(game: &Game, color: Color, best: Move, value: Value) -> Vec<Reply> {
    let own_value = if game.turn() == color { value } else { -value };
    let mut replies = Vec::new();
    // With draw odds a draw is a win for one side.
    let (accepts, claims) = match game.settings().draw_odds {
        Some(winner) => (winner == color, winner == color),
        None => (agrees_to_draw(game.position(), color, own_value), claims_draw(own_value)),
    };
    if is_offered(game, color) {
        if accepts {
            return vec![Reply::AcceptDraw];
        }
        replies.push(Reply::DeclineDraw);
    }
    if is_to_move(game, color) {
        let intended = game.position().legal(best);
        let claims = claims && game.claimable(intended).is_some();
        replies.push(if claims { Reply::Claim(best) } else { Reply::Move(best) });
    }
    replies
}

fn is_to_move(game: &Game, color: Color) -> bool {
    game.termination().is_none() && game.turn() == color && !game.is_paused()
}

fn is_offered(game: &Game, color: Color) -> bool {
    game.termination().is_none() && game.draw_offer() == Some(!color)
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Settings;

    const NOW: Timestamp = Timestamp::from_millis(0);

    /// A game from this position after these moves.
    fn game(fen: &str, moves: &str) -> Game {
        let mut game = Game::new(Settings { start: fen.parse().expect(fen), ..Settings::default() });
        for text in moves.split_whitespace() {
            game.apply(NOW, Action::play(text)).expect(text);
        }
        game
    }

    /// The replies of the computer with Black if `best` has this value for the player to move.
    fn black(game: &Game, best: &str, value: Value) -> Vec<Reply> {
        replies(game, Color::Black, game.position().parse_san(best).expect(best).mv(), value)
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn an_offer_is_accepted_or_declined_before_the_move() {
        let mut game = game(START, "");
        game.apply(NOW, Action::Draw(Color::White)).expect("an offer");
        assert!(task(&game, Color::Black, NOW).is_some_and(|task| task.clock.is_none()));
        // White is to move: its value is the opposite of Black's.
        assert_eq!(black(&game, "e4", 0), [Reply::DeclineDraw]);
        assert_eq!(black(&game, "e4", 60), [Reply::AcceptDraw]);
        game.apply(NOW, Action::play("e4")).expect("a move");
        let Some(Reply::Move(_)) = black(&game, "e5", 0).pop() else { panic!("it plays on") };
        assert_eq!(black(&game, "e5", 0).first(), Some(&Reply::DeclineDraw));
        assert_eq!(black(&game, "e5", -60), [Reply::AcceptDraw]);
    }

    #[test]
    fn a_draw_is_claimed_with_the_move_unless_there_is_more_to_win() {
        let game = game(START, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1");
        let claims = |value| matches!(black(&game, "Ng8", value)[..], [Reply::Claim(_)]);
        assert!(claims(0) && !claims(100));
        assert!(matches!(black(&game, "e5", 0)[..], [Reply::Move(_)]));
        let [reply] = black(&game, "Ng8", 0)[..] else { panic!("one reply") };
        let mut after = game.clone();
        after.apply(NOW, reply.action(Color::Black)).expect("the claim is right");
        assert!(after.termination().is_some());
    }

    #[test]
    fn with_draw_odds_a_draw_is_worth_a_game() {
        for (winner, accepted) in [(Color::Black, true), (Color::White, false)] {
            let start = START.parse().expect("the start");
            let mut game = Game::new(Settings { start, draw_odds: Some(winner), ..Settings::default() });
            for text in "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1".split_whitespace() {
                game.apply(NOW, Action::play(text)).expect(text);
            }
            // However good or bad the position is.
            for value in [-500, 500] {
                let claims = matches!(black(&game, "Ng8", value)[..], [Reply::Claim(_)]);
                assert_eq!(claims, accepted, "{winner} {value}");
            }
            game.apply(NOW, Action::Offer(Color::White)).expect("an offer");
            for value in [-500, 500] {
                let accepts = black(&game, "Ng8", value)[0] == Reply::AcceptDraw;
                assert_eq!(accepts, accepted, "{winner} {value}");
            }
        }
    }

    #[test]
    fn takebacks_are_granted_at_once() {
        let mut game = game(START, "e4 e5");
        assert_eq!(immediate_reply(&game, Color::Black), None);
        game.apply(NOW, Action::Takeback(Color::White)).expect("a request");
        assert_eq!(immediate_reply(&game, Color::White), None);
        let reply = immediate_reply(&game, Color::Black).expect("an answer");
        let before = self::game(START, "e4 e5");
        let requested = before.decide(NOW, Action::Takeback(Color::White)).expect("a request");
        game.apply(NOW, reply.action(Color::Black)).expect("granted");
        assert_eq!(game.ply(), 0);
        // Answered in the same step if the computer is Black; unchanged if it is White.
        let events = with_immediate_reply(&before, Color::Black, requested.clone());
        let mut after = before.clone();
        events.iter().for_each(|event| after.evolve(event));
        assert_eq!(after.ply(), 0);
        assert_eq!(with_immediate_reply(&before, Color::White, requested.clone()), requested);
    }

    #[test]
    fn nothing_to_do_when_the_game_is_over_or_it_is_not_its_turn() {
        let mut game = game(START, "");
        assert!(task(&game, Color::Black, NOW).is_none());
        assert!(task(&game, Color::White, NOW).is_some());
        game.apply(NOW, Action::Resign(Color::Black)).expect("resigns");
        assert!(task(&game, Color::White, NOW).is_none());
    }
}
