//! Tournaments without a server: the log, pairings, standings and reports.

use super::{Terms, Tournament, TournamentEvent};
use game::Timestamp;
use pairing::trf::Document;
use wire::club::{Score, TournamentSystem};

fn tournament(system: TournamentSystem, players: u32, rounds: u32) -> Tournament {
    let by = ("ann".to_owned(), "Ann".to_owned());
    let (name, time) = ("Evening".to_owned(), "600".to_owned());
    let terms = Terms { name, by, system, rounds, time, rated: false, default_minutes: None };
    let mut tournament = Tournament::new("t".into(), terms, Timestamp::ZERO);
    for number in 0..players {
        let (id, name) = (format!("p{number}"), format!("Player {number}"));
        tournament.apply(&TournamentEvent::Entered { id, name, rating: 2000 - 10 * number });
    }
    tournament
}

/// Plays all rounds; the better number wins.
fn play(tournament: &mut Tournament) {
    while let Ok((pairs, bye)) = tournament.pair_next() {
        let number = tournament.rounds.len() + 1;
        let round = format!("r{number}");
        tournament.apply(&TournamentEvent::Paired { round, pairs: pairs.clone(), bye });
        for (index, (white, black)) in pairs.into_iter().enumerate() {
            let score = if white < black { Score::WhiteWins } else { Score::BlackWins };
            tournament.apply(&TournamentEvent::Result { round: number, board: index + 1, score });
        }
    }
}

#[test]
fn each_system_plays_all_its_rounds() {
    for (system, players, rounds, games) in [
        (TournamentSystem::RoundRobin, 6, 5, 15),
        (TournamentSystem::RoundRobin, 5, 5, 10),
        (TournamentSystem::Swiss, 9, 4, 16),
        (TournamentSystem::Knockout, 8, 3, 7),
        (TournamentSystem::Knockout, 6, 3, 5),
    ] {
        let mut tournament = tournament(system, players, rounds);
        play(&mut tournament);
        assert!(tournament.is_over(), "{system:?} {players}");
        assert_eq!(tournament.rounds.len() as u32, rounds, "{system:?} {players}");
        let played: usize = tournament.rounds.iter().map(|round| round.pairs.len()).sum();
        assert_eq!(played, games, "{system:?} {players}");
        let (_, rows) = tournament.standings();
        assert_eq!((rows[0].number, rows[0].rank), (1, 1), "{system:?}: the best player has won");
        let report = tournament.report(|name| name);
        Document::parse(&report).unwrap_or_else(|faults| panic!("{system:?}: {faults}\n{report}"));
    }
}

#[test]
fn a_drawn_match_of_a_knock_out_waits_for_the_arbiter() {
    let mut tournament = tournament(TournamentSystem::Knockout, 4, 0);
    let (pairs, bye) = tournament.pair_next().expect("a round");
    tournament.apply(&TournamentEvent::Paired { round: "r1".into(), pairs, bye });
    assert!(tournament.pair_next().unwrap_err().contains("no result"));
    for board in [1, 2] {
        tournament.apply(&TournamentEvent::Result { round: 1, board, score: Score::Draw });
    }
    assert!(tournament.pair_next().unwrap_err().contains("who advances"));
    for board in [1, 2] {
        tournament.apply(&TournamentEvent::Result { round: 1, board, score: Score::WhiteWins });
    }
    assert_eq!(tournament.pair_next().expect("the final").0.len(), 1);
}

#[test]
fn a_live_game_gives_no_points() {
    let mut tournament = tournament(TournamentSystem::Swiss, 4, 3);
    let (pairs, bye) = tournament.pair_next().expect("a round");
    tournament.apply(&TournamentEvent::Paired { round: "r1".into(), pairs, bye });
    let points = |tournament: &Tournament| -> Vec<String> {
        tournament.standings().1.iter().map(|row| row.points.to_string()).collect()
    };
    assert_eq!(points(&tournament), ["0.0"; 4]);
    tournament.apply(&TournamentEvent::Result { round: 1, board: 1, score: Score::WhiteWins });
    assert_eq!(points(&tournament), ["1.0", "0.0", "0.0", "0.0"]);
    let report = tournament.report(|name| name);
    let lines = report.lines().filter(|line| line.starts_with("001 "));
    assert_eq!(lines.filter(|line| line[80..84].trim() == "0.0").count(), 3, "{report}");
    Document::parse(&report).unwrap_or_else(|faults| panic!("{faults}\n{report}"));
}

#[test]
fn withdrawn_players_are_not_paired() {
    let mut tournament = tournament(TournamentSystem::Swiss, 5, 4);
    tournament.apply(&TournamentEvent::Withdrawn { id: "p4".into() });
    assert_eq!(tournament.players.len(), 4, "before the first round they are removed");
    let (pairs, bye) = tournament.pair_next().expect("a round");
    tournament.apply(&TournamentEvent::Paired { round: "r1".into(), pairs, bye });
    for board in [1, 2] {
        tournament.apply(&TournamentEvent::Result { round: 1, board, score: Score::Draw });
    }
    tournament.apply(&TournamentEvent::Withdrawn { id: "p0".into() });
    let (pairs, bye) = tournament.pair_next().expect("a round");
    assert_eq!((pairs.len(), bye.is_some()), (1, true));
    assert!(pairs.iter().all(|(white, black)| *white != 1 && *black != 1));
}
