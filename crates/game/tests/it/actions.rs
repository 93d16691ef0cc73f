//! Random actions at random moments, most of which make sense.

use proptest::prelude::*;
use rules::{Color, Square};
use tabiya_game::{
    Action, ClockStarts, Conduct, DrawOffers, Duration, FiftyMoveRule, Forfeit, Game, MoveRequest,
    OpponentScore, PerColor, RestartReason, SealedMove, Settings, TimeControl,
};

/// An action that does not depend on the position yet.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// The legal move with this number, modulo the number of legal moves.
    Legal {
        number: usize,
        offer_draw: bool,
        lag: u64,
    },
    /// A claim with such a move.
    ClaimWith {
        number: usize,
        by: Color,
    },
    Other(Action),
}

impl Step {
    pub(crate) fn action(&self, game: &Game) -> Action {
        match self {
            Step::Legal { number, offer_draw, lag } => match legal(game, *number) {
                Some(request) => {
                    let lag = Duration::from_millis(*lag);
                    Action::Move { by: None, request, offer_draw: *offer_draw, lag }
                }
                None => Action::Tick,
            },
            Step::ClaimWith { number, by } => Action::Claim { by: *by, intended: legal(game, *number) },
            Step::Other(action) => action.clone(),
        }
    }
}

fn legal(game: &Game, number: usize) -> Option<MoveRequest> {
    let moves = game.position().legal_moves();
    let number = number.checked_rem(moves.len())?;
    moves.iter().nth(number).map(|legal| MoveRequest::Intent(legal.mv().intent()))
}

fn color() -> impl Strategy<Value = Color> {
    prop_oneof![Just(Color::White), Just(Color::Black)]
}

fn forfeit() -> impl Strategy<Value = Forfeit> {
    let scores = [OpponentScore::Point, OpponentScore::HalfPoint, OpponentScore::Nothing];
    let one = (color(), proptest::sample::select(scores.to_vec()))
        .prop_map(|(loser, opponent)| Forfeit::One { loser, opponent });
    prop_oneof![one, Just(Forfeit::Both)]
}

fn any_action() -> impl Strategy<Value = Action> {
    let by = |action: fn(Color) -> Action| color().prop_map(action);
    let left = proptest::option::of((0u64..100_000).prop_map(Duration::from_millis));
    prop_oneof![
        by(Action::Draw),
        by(|by| Action::Claim { by, intended: None }),
        by(Action::Offer),
        by(Action::Accept),
        by(Action::Decline),
        by(Action::DeclineDraw),
        by(Action::DeclineTakeback),
        by(Action::Resign),
        by(Action::Abort),
        by(Action::Takeback),
        by(Action::Adjust),
        (color(), 0usize..64).prop_map(|(by, index)| Action::Touch {
            by,
            square: Square::from_index(index).expect("one of 64")
        }),
        (forfeit(), proptest::option::of(".{0,3}"))
            .prop_map(|(forfeit, reason)| Action::Forfeit { forfeit, reason }),
        by(Action::Appear),
        // Some of the sealed texts are moves, and some are not.
        (color(), "[a-h][2-7][a-h][2-7]|[a-h][3-6]|N[a-h][36]|\\PC{0,8}")
            .prop_map(|(by, text)| Action::Adjourn { by, sealed: SealedMove::new(text) }),
        Just(Action::Pause),
        Just(Action::Resume),
        (left.clone(), left).prop_map(|(white, black)| Action::SetClocks(PerColor { white, black })),
        proptest::option::of(prop_oneof![Just(RestartReason::WrongSetup), Just(RestartReason::WrongColors)])
            .prop_map(Action::Restart),
        (color(), 0u64..60_000)
            .prop_map(|(to, time)| Action::GiveTime { to, time: Duration::from_millis(time) }),
        Just(Action::Agree),
        Just(Action::Tick),
        "[a-hNBRQKO0-9x=+#-]{0,6}".prop_map(|text| Action::play(&text)),
        "\\PC{0,8}".prop_map(|text| Action::play(&text)),
    ]
}

/// Steps, each with the time since the one before. A few of these times are negative.
pub(crate) fn steps(moves: u32, others: u32) -> impl Strategy<Value = Vec<(i64, Step)>> {
    let legal = (any::<usize>(), any::<bool>(), 0u64..1000)
        .prop_map(|(number, offer_draw, lag)| Step::Legal { number, offer_draw, lag });
    let claim = (any::<usize>(), color()).prop_map(|(number, by)| Step::ClaimWith { number, by });
    let step = prop_oneof![
        moves => legal,
        others => claim,
        others * 5 => any_action().prop_map(Step::Other),
    ];
    proptest::collection::vec((-500i64..5_000, step), 0..60)
}

pub(crate) const CONTROLS: [&str; 12] = [
    "-",
    "30",
    "30+2",
    "0+2",
    "30d2",
    "30b2",
    "3/10+1:20+1",
    "2/10:3/9",
    "1/6",
    "5/20",
    "*30",
    "40/5400+30:1800+30",
];

pub(crate) fn control() -> impl Strategy<Value = TimeControl> {
    proptest::sample::select(CONTROLS.as_slice()).prop_map(|text| text.parse().expect("a time control"))
}

const STARTS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 95 60",
    "7k/8/8/8/8/8/R7/K7 w - - 146 100",
    "6nk/8/8/8/8/8/8/K5N1 w - - 0 1",
];

pub(crate) fn settings() -> impl Strategy<Value = Settings> {
    let start = proptest::sample::select(STARTS.as_slice()).prop_map(|fen| fen.parse().expect("a FEN"));
    let offers = prop_oneof![
        Just(DrawOffers::Always),
        Just(DrawOffers::Never),
        (0u16..5).prop_map(DrawOffers::FromMove)
    ];
    let starts = [ClockStarts::AtOnce, ClockStarts::AfterFirstMove, ClockStarts::AfterBothMoved];
    let clock_starts = proptest::sample::select(starts.to_vec());
    let odds = proptest::option::of(color());
    let default_time = proptest::option::of((0u64..40_000).prop_map(Duration::from_millis));
    let common = (start, control(), control(), any::<[bool; 2]>(), offers, clock_starts, 0u64..300);
    (common, odds, default_time).prop_map(
        |(
            (start, white, black, [tournament, fifty], draw_offers, clock_starts, lag),
            draw_odds,
            default_time,
        )| Settings {
            start,
            time: PerColor { white, black },
            conduct: if tournament { Conduct::Tournament } else { Conduct::Online },
            draw_offers,
            fifty_move_rule: if fifty { FiftyMoveRule::On } else { FiftyMoveRule::Off },
            clock_starts,
            lag_compensation: Duration::from_millis(lag),
            draw_odds,
            default_time,
            ..Settings::default()
        },
    )
}
