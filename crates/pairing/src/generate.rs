//! Random tournaments from a seed: the same seed gives the same tournament on every machine.

use crate::dutch::{self, RoundPairing};
use crate::random::Random;
use crate::{
    Acceleration, Color, Entry, ForbiddenPairs, Player, PlayerResult, PointSystem, Points, Tournament,
};
use alloc::format;
use alloc::vec::Vec;

impl Random {
    fn below(&mut self, bound: u32) -> u32 {
        // The bias of a 64-bit number is far below one in a billion.
        if bound == 0 { 0 } else { (self.next() % u64::from(bound)) as u32 }
    }

    fn happens(&mut self, per_mille: u32) -> bool {
        self.below(1000) < per_mille
    }
}

/// The parameters of a random tournament. Rates are per mille, for each player and round unless stated otherwise.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Config {
    /// The seed of the random numbers.
    pub seed: u64,
    /// The number of players.
    pub players: u32,
    /// How many rounds are planned.
    pub rounds: u32,
    /// The lowest and the highest rating.
    pub ratings: (u32, u32),
    /// How many players have no rating, per mille.
    pub unrated: u32,
    /// Draws per mille between players of equal strength.
    pub draws: u32,
    /// Games that are not played because one player or both are absent.
    pub forfeits: u32,
    /// Games that end before both have moved.
    pub short_games: u32,
    /// Half-point byes, per mille of all rounds of all players.
    pub half_point_byes: u32,
    /// Zero-point byes, per mille of all rounds of all players.
    pub zero_point_byes: u32,
    /// Full-point byes, per mille of all rounds of all players.
    pub full_point_byes: u32,
    /// Players who leave after a round.
    pub withdrawals: u32,
    /// Players who come after the first round, per mille of all.
    pub late_entries: u32,
    /// Groups of players who must not meet.
    pub forbidden_groups: u32,
    /// Whether the first rounds are accelerated.
    pub acceleration: Acceleration,
    /// What results are worth.
    pub points: PointSystem,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            seed: 1,
            players: 30,
            rounds: 7,
            ratings: (1400, 2400),
            unrated: 0,
            draws: 300,
            forfeits: 10,
            short_games: 0,
            half_point_byes: 10,
            zero_point_byes: 10,
            full_point_byes: 0,
            withdrawals: 5,
            late_entries: 0,
            forbidden_groups: 0,
            acceleration: Acceleration::None,
            points: PointSystem::default(),
        }
    }
}

impl Config {
    /// A random configuration for tests: small and large fields, all kinds of absences, all settings.
    pub fn any(seed: u64) -> Self {
        let mut random = Random(seed ^ 0x7ab1_7a00);
        let rate = |random: &mut Random| {
            if random.happens(500) { 0 } else { [5, 20, 60, 150][random.below(4) as usize] }
        };
        let players = match random.below(10) {
            0..=3 => 3 + random.below(10),
            4..=8 => 8 + random.below(40),
            _ => 40 + random.below(80),
        };
        let rounds = 3 + random.below(9).min(players.saturating_sub(2));
        let points = match random.below(8) {
            0 => PointSystem {
                win: Points::from_tenths(30),
                draw: Points::from_tenths(10),
                pairing_bye: Points::from_tenths(30),
                unknown: Points::from_tenths(10),
                ..PointSystem::default()
            },
            1 => PointSystem { pairing_bye: Points::from_tenths(5), ..PointSystem::default() },
            _ => PointSystem::default(),
        };
        let is_usual = points == PointSystem::default();
        Self {
            seed,
            players,
            rounds,
            unrated: [0, 0, 100, 400][random.below(4) as usize],
            draws: [100, 300, 500, 700][random.below(4) as usize],
            forfeits: rate(&mut random),
            short_games: rate(&mut random) / 4,
            half_point_byes: rate(&mut random),
            zero_point_byes: rate(&mut random),
            full_point_byes: rate(&mut random) / 4,
            withdrawals: rate(&mut random) / 4,
            late_entries: rate(&mut random),
            forbidden_groups: if random.happens(200) { 1 + random.below(3) } else { 0 },
            acceleration: if is_usual && random.happens(150) {
                Acceleration::Baku
            } else {
                Acceleration::None
            },
            points,
            ..Self::default()
        }
    }
}

/// Plays a tournament. It ends early if no legal pairing exists. `progress` is called after each round.
pub fn generate(config: &Config, mut progress: impl FnMut(&Tournament)) -> Tournament {
    let mut random = Random(config.seed);
    let mut tournament = field(config, &mut random);
    let late: Vec<u32> = tournament
        .players
        .iter()
        .map(|_| {
            if random.happens(config.late_entries) { 1 + random.below((config.rounds / 2).max(1)) } else { 0 }
        })
        .collect();
    let mut gone = alloc::vec![false; tournament.players.len()];
    for round in 1..=config.rounds as usize {
        for index in 0..tournament.players.len() {
            let is_late = late[index] as usize >= round;
            gone[index] |= round > 1 && random.happens(config.withdrawals);
            let entry = absence(config, &mut random);
            if is_late || gone[index] {
                tournament.players[index].set_entry(round, Entry::ZeroPointBye);
            } else if let Some(entry) = entry {
                tournament.players[index].set_entry(round, entry);
            }
        }
        let available = tournament.available(round);
        let pairing =
            if available.len() < 2 { None } else { dutch::pair(&tournament, round, &available).ok() };
        let Some(pairing) = pairing else {
            for player in &mut tournament.players {
                player.rounds.truncate(round - 1);
            }
            break;
        };
        play(config, &mut random, &mut tournament, &pairing);
        progress(&tournament);
    }
    let rounds = tournament.paired_rounds();
    for index in 0..tournament.players.len() {
        let points = tournament.score(index, rounds);
        tournament.players[index].stated_points = Some(points);
    }
    crate::standings::state_ranks(&mut tournament);
    tournament
}

fn field(config: &Config, random: &mut Random) -> Tournament {
    let (low, high) = config.ratings;
    let mut ratings: Vec<u32> = (0..config.players)
        .map(|_| {
            if random.happens(config.unrated) { 0 } else { low + random.below(high.saturating_sub(low) + 1) }
        })
        .collect();
    ratings.sort_unstable_by(|a, b| b.cmp(a));
    let named = |index: usize, rating: u32| {
        Player::new(index as u32 + 1, format!("Player, {:04}", index + 1), rating)
    };
    let players = ratings.into_iter().enumerate().map(|(index, rating)| named(index, rating)).collect();
    let color = if random.happens(500) { Color::White } else { Color::Black };
    let mut tournament =
        Tournament::new(format!("Random tournament {}", config.seed), players, config.rounds, color);
    tournament.points = config.points;
    tournament.acceleration = config.acceleration.clone();
    for _ in 0..config.forbidden_groups {
        let size = 2 + random.below(3);
        let mut group: Vec<u32> = (0..size).map(|_| 1 + random.below(config.players)).collect();
        group.sort_unstable();
        group.dedup();
        if group.len() > 1 {
            tournament.forbidden.push(ForbiddenPairs { rounds: (1, config.rounds), players: group });
        }
    }
    tournament
}

fn absence(config: &Config, random: &mut Random) -> Option<Entry> {
    let entries = [
        (config.half_point_byes, Entry::HalfPointBye),
        (config.zero_point_byes, Entry::ZeroPointBye),
        (config.full_point_byes, Entry::FullPointBye),
    ];
    entries.into_iter().find(|&(rate, _)| random.happens(rate)).map(|(_, entry)| entry)
}

fn play(config: &Config, random: &mut Random, tournament: &mut Tournament, pairing: &RoundPairing) {
    let enter = |tournament: &mut Tournament, number: u32, entry: Entry| {
        if let Some(index) = tournament.index_of(number) {
            tournament.players[index].set_entry(pairing.round, entry);
        }
    };
    for pair in &pairing.pairs {
        let (white, black) = (pair.white, pair.black);
        if random.happens(config.forfeits) {
            let (white_won, black_won) =
                [(true, false), (false, true), (false, false)][random.below(3) as usize];
            let entry = |opponent, color, won| Entry::Forfeit { opponent, color: Some(color), won };
            enter(tournament, white, entry(black, Color::White, white_won));
            enter(tournament, black, entry(white, Color::Black, black_won));
            continue;
        }
        let (for_white, for_black) = result(config, random, tournament, white, black);
        let rated = !random.happens(config.short_games);
        enter(
            tournament,
            white,
            Entry::Game { opponent: black, color: Color::White, result: for_white, rated },
        );
        enter(
            tournament,
            black,
            Entry::Game { opponent: white, color: Color::Black, result: for_black, rated },
        );
    }
    if let Some(number) = pairing.bye {
        enter(tournament, number, Entry::PairingBye);
    }
}

/// The result by the rating difference. Between equal players draws are as frequent as configured; the larger the
/// difference, the rarer they are.
fn result(
    config: &Config,
    random: &mut Random,
    tournament: &Tournament,
    white: u32,
    black: u32,
) -> (PlayerResult, PlayerResult) {
    let rating = |number: u32| {
        let player = tournament.index_of(number).map(|index| &tournament.players[index]);
        player.map(|player| player.rating).filter(|&rating| rating > 0).unwrap_or(config.ratings.0)
    };
    let difference = (i64::from(rating(white)) - i64::from(rating(black))).clamp(-800, 800);
    // A straight line is close enough to the usual curve for this purpose: 1000 at +800, 0 at -800.
    let expected = (500 + difference * 5 / 8) as u32;
    let draws = config.draws * (1000 - expected.abs_diff(500) * 2) / 1000;
    let throw = random.below(1000);
    let wins = expected.saturating_sub(draws / 2);
    if throw < wins {
        (PlayerResult::Win, PlayerResult::Loss)
    } else if throw < wins + draws {
        (PlayerResult::Draw, PlayerResult::Draw)
    } else {
        (PlayerResult::Loss, PlayerResult::Win)
    }
}
