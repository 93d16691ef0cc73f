//! A game that is stored and read back is the same game.

use game::{
    Action, Duration, Event, Forfeit, Game, MoveRequest, OpponentScore, PerColor, RestartReason, SealedMove,
    Settings, Timestamp,
};
use rules::{Color, Position, Square, Variant};
use tabiya_wire::settings::Start;
use tabiya_wire::stored::{self, GameHeader, ImportedTags, Seat};

/// Pseudo-random numbers, the same in every run.
struct Dice(fastrand::Rng);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0.usize(..sides)
    }

    fn color(&mut self) -> Color {
        Color::ALL[self.roll(2)]
    }

    fn action(&mut self, game: &Game) -> Action {
        let by = self.color();
        let legal = |dice: &mut Dice| {
            let moves = game.position().legal_moves();
            let number = dice.roll(moves.len().max(1));
            moves.iter().nth(number).map(|legal| MoveRequest::Intent(legal.mv().intent()))
        };
        match self.roll(40) {
            0 => Action::Draw(by),
            1 => Action::Claim { by, intended: legal(self) },
            2 => Action::Offer(by),
            3 => Action::Accept(by),
            4 => Action::Decline(by),
            5 if self.roll(8) == 0 => Action::Resign(by),
            6 if self.roll(8) == 0 => {
                let opponent =
                    [OpponentScore::Point, OpponentScore::HalfPoint, OpponentScore::Nothing][self.roll(3)];
                let reason = [None, Some("É \"x\"".into())][self.roll(2)].clone();
                Action::Forfeit { forfeit: Forfeit::One { loser: by, opponent }, reason }
            }
            7 => Action::Takeback(by),
            8 => Action::Touch { by, square: Square::from_index(self.roll(64)).expect("one of 64") },
            9 => Action::Adjust(by),
            10 => Action::Pause,
            11 | 12 => Action::Resume,
            13 => Action::SetClocks(PerColor { white: Some(Duration::from_seconds(7)), black: None }),
            14 => Action::GiveTime { to: by, time: Duration::from_seconds(15) },
            15 if self.roll(8) == 0 => {
                let reasons = [None, Some(RestartReason::WrongSetup), Some(RestartReason::WrongColors)];
                Action::Restart(reasons[self.roll(3)])
            }
            19 => Action::Appear(by),
            20 => Action::Adjourn { by, sealed: SealedMove::new(["e4", "Nf6", "É"][self.roll(3)]) },
            16 => Action::play("nonsense"),
            17 => Action::Tick,
            18 if self.roll(8) == 0 => Action::Agree,
            _ => match legal(self) {
                Some(request) => {
                    let lag = Duration::from_millis(self.0.u64(..300));
                    Action::Move { by: None, request, offer_draw: self.roll(9) == 0, lag }
                }
                None => Action::Tick,
            },
        }
    }
}

fn person(id: &str) -> Seat {
    Seat::Person {
        id: id.into(), name: "É \"x\"".into(), title: None, rating: Some(1500), provisional: true
    }
}

fn created(start: Start) -> GameHeader {
    let (white, black) = (person("~Guest"), Seat::Computer { level: 3 });
    GameHeader {
        start,
        begins: 1_700_000_000_000,
        white,
        black,
        rated: true,
        chat: false,
        rematch_of: None,
        from_lobby: true,
        imported: Some(ImportedTags { tags: vec![("Event".into(), "É \"x\"".into())] }),
    }
}

/// Plays a random game, stores each step, and reads everything back.
fn check(start: Start, seed: u64) {
    let created = created(start);
    let mut game = Game::new(created.settings().expect("settings"));
    let mut rows = vec![created.row()];
    let (mut dice, mut at) = (Dice(fastrand::Rng::with_seed(seed)), created.begins);
    let mut log: Vec<Vec<Event>> = Vec::new();
    for _ in 0..120 {
        at += u64::try_from(dice.roll(2_000)).expect("small");
        let action = dice.action(&game);
        // An action without events is not stored.
        if let Ok(events) = game.apply(Timestamp::from_millis(at), action)
            && !events.is_empty()
        {
            rows.push(stored::row(&events));
            log.push(events);
        }
    }
    let first = GameHeader::read(&rows[0]).expect("the first row");
    assert_eq!(first, created);
    let mut read = Game::new(first.settings().expect("settings"));
    for (row, events) in rows[1..].iter().zip(&log) {
        assert_eq!(&stored::replay(&mut read, row).expect("a row"), events, "{row}");
    }
    assert_eq!(read, game);
}

#[test]
fn any_game_comes_back_as_it_was() {
    let controls = ["-", "30", "30+2", "30d2", "30b2", "3/10+1:20+1", "1/86400", "*30"];
    for seed in 1..=400_u64 {
        let mut dice = Dice(fastrand::Rng::with_seed(seed));
        let variant = if dice.roll(2) == 0 { Variant::Standard } else { Variant::Chess960 };
        let start = match variant {
            Variant::Standard => Position::start(),
            Variant::Chess960 => {
                let number = u16::try_from(dice.roll(960)).expect("one of 960");
                Position::chess960(number).expect("one of 960")
            }
        };
        let control = |dice: &mut Dice| controls[dice.roll(controls.len())].parse().expect("a time control");
        let settings = Settings {
            start,
            time: PerColor { white: control(&mut dice), black: control(&mut dice) },
            conduct: [game::Conduct::Online, game::Conduct::Tournament][dice.roll(2)],
            clock_starts: [game::ClockStarts::AtOnce, game::ClockStarts::AfterBothMoved][dice.roll(2)],
            draw_offers: [game::DrawOffers::Always, game::DrawOffers::Never, game::DrawOffers::FromMove(3)]
                [dice.roll(3)],
            lag_compensation: Duration::from_millis(100),
            announce_check: [None, Some(true)][dice.roll(2)],
            draw_odds: [None, Some(Color::White), Some(Color::Black)][dice.roll(3)],
            default_time: [None, Some(Duration::from_seconds(60))][dice.roll(2)],
            begins: Timestamp::from_millis(1_700_000_000_000),
            ..Settings::default()
        };
        let start = Start::from(&settings);
        assert_eq!(start.clone().settings(settings.begins), Ok(settings));
        check(start, seed);
    }
}

#[test]
fn a_damaged_row_is_an_error_that_says_so() {
    let mut game = Game::new(Settings::default());
    for row in [
        "",
        "{}",
        "[1]",
        r#"{"form":4,"events":[]}"#,
        r#"{"form":1,"events":[{"at":1,"what":{"moved":{"move":"e2e5","san":"e5"}}}]}"#,
        r#"{"form":1,"events":[{"at":1,"what":{"taken_back":18446744073709551615}}]}"#,
        r#"{"form":1,"events":[{"at":-1,"what":"paused"}]}"#,
        r#"{"form":1,"events":[{"at":1,"what":{"ended":{"termination":"fun"}}}]}"#,
    ] {
        let error = stored::replay(&mut game, row).expect_err(row).to_string();
        assert!(error.starts_with("a saved row is not understood"), "{error}");
    }
    assert!(stored::replay(&mut game, &created(Start::default()).row()).is_err(), "a second beginning");
    assert!(GameHeader::read(r#"{"form":1,"events":[]}"#).is_err());
}
