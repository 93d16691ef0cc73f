//! A literal implementation of the rules for small fields: it tries every candidate of a bracket in the order of
//! articles 3 and 4.
//!
//! It shares only the tournament type with the crate. It must choose the same pairs, colours and byes.

use std::collections::HashSet;
use tabiya_pairing::dutch::{self, Pair, PairingError};
use tabiya_pairing::generate::{Config, generate};
use tabiya_pairing::{Color, Entry, Points, Tournament};

struct Player {
    number: u32,
    score: i32,
    colors: Vec<Color>,
    /// 1 mild, 2 strong, 3 absolute.
    due: Option<(Color, u8)>,
    floats: [char; 2],
    unplayed: usize,
    may_have_bye: bool,
    is_top: bool,
    is_odd: bool,
}

impl Player {
    fn difference(&self) -> i32 {
        self.colors.iter().map(|color| if *color == Color::White { 1 } else { -1 }).sum()
    }
}

struct Oracle {
    players: Vec<Player>,
    may_meet: Vec<Vec<bool>>,
    initial: Color,
    bye_score: Option<i32>,
    brackets: usize,
}

type Pairs = Vec<(usize, usize)>;

fn score(tournament: &Tournament, index: usize, round: usize) -> i32 {
    tournament.score(index, round - 1).tenths() + virtual_points(tournament, index, round)
}

/// Baku: the first half, rounded up to an even number, has points in the first half of the rounds.
fn virtual_points(tournament: &Tournament, index: usize, round: usize) -> i32 {
    if tournament.acceleration != tabiya_pairing::Acceleration::Baku {
        return 0;
    }
    let (count, rounds) = (tournament.players.len(), tournament.rounds.expect("rounds") as usize);
    let group = count.div_ceil(2).div_ceil(2) * 2;
    let accelerated = rounds.div_ceil(2);
    if index >= group || round > accelerated {
        0
    } else if round <= accelerated.div_ceil(2) {
        tournament.points.win.tenths()
    } else {
        tournament.points.win.tenths() / 2
    }
}

fn float(tournament: &Tournament, index: usize, round: usize) -> char {
    if round == 0 {
        return ' ';
    }
    match tournament.players[index].entry(round) {
        Entry::Game { opponent, .. } => {
            let other = tournament.index_of(opponent).expect("a player");
            match score(tournament, index, round).cmp(&score(tournament, other, round)) {
                std::cmp::Ordering::Greater => 'D',
                std::cmp::Ordering::Less => 'U',
                std::cmp::Ordering::Equal => ' ',
            }
        }
        Entry::PairingBye | Entry::HalfPointBye | Entry::FullPointBye | Entry::Forfeit { won: true, .. } => {
            'D'
        }
        _ => ' ',
    }
}

impl Oracle {
    fn new(tournament: &Tournament, round: usize, present: &[usize]) -> Self {
        let is_last = tournament.rounds == Some(round as u32);
        let took_part = |index: usize| {
            present.contains(&index)
                || (1..round).any(|earlier| tournament.players[index].entry(earlier).is_paired())
        };
        let mut order: Vec<usize> = present.to_vec();
        order.sort_by_key(|&index| (-score(tournament, index, round), index));
        let players = order.iter().map(|&index| {
            let player = &tournament.players[index];
            let entries: Vec<Entry> = (1..round).map(|earlier| player.entry(earlier)).collect();
            let colors: Vec<Color> = entries
                .iter()
                .filter_map(|entry| if let Entry::Game { color, .. } = entry { Some(*color) } else { None })
                .collect();
            let score = score(tournament, index, round);
            let mut found = Player {
                number: player.number,
                score,
                colors,
                due: None,
                floats: [
                    float(tournament, index, round - 1),
                    float(tournament, index, round.saturating_sub(2)),
                ],
                unplayed: entries.iter().filter(|entry| !entry.is_played()).count(),
                may_have_bye: !entries.iter().any(|entry| {
                    matches!(
                        entry,
                        Entry::PairingBye | Entry::FullPointBye | Entry::Forfeit { won: true, .. }
                    )
                }),
                is_top: is_last && 2 * score > tournament.points.win.tenths() * (round as i32 - 1),
                is_odd: (0..=index).filter(|&other| took_part(other)).count() % 2 == 1,
            };
            let difference = found.difference();
            if let Some(&last) = found.colors.last() {
                let twice = found.colors.len() > 1 && found.colors[found.colors.len() - 2] == last;
                let balance = if difference > 0 { Color::Black } else { Color::White };
                found.due = Some(if difference.abs() > 1 {
                    (balance, 3)
                } else if twice {
                    (last.opposite(), 3)
                } else if difference != 0 {
                    (balance, 2)
                } else {
                    (last.opposite(), 1)
                });
            }
            found
        });
        let players: Vec<Player> = players.collect();
        let may_meet = (0..players.len())
            .map(|a| {
                (0..players.len())
                    .map(|b| {
                        let (x, y) = (&tournament.players[order[a]], &tournament.players[order[b]]);
                        let met = (1..round).any(|earlier| {
                            x.entry(earlier).is_played() && x.entry(earlier).opponent() == Some(y.number)
                        });
                        let forbidden = tournament.forbidden.iter().any(|group| {
                            group.players.contains(&x.number) && group.players.contains(&y.number)
                        });
                        let (p, q): (&Player, &Player) = (&players[a], &players[b]);
                        let clash = matches!((p.due, q.due), (Some((c, 3)), Some((d, 3))) if c == d)
                            && !p.is_top
                            && !q.is_top;
                        a != b && !met && !forbidden && !clash
                    })
                    .collect()
            })
            .collect();
        let initial = tournament.initial_color.expect("a colour");
        Self { players, may_meet, initial, bye_score: None, brackets: 0 }
    }

    /// Whether everybody can be paired, one player with the bye if their number is odd.
    fn completes(&self, open: &[usize]) -> bool {
        let Some((&a, rest)) = open.split_first() else { return true };
        let without = |b: usize| rest.iter().copied().filter(|&x| x != b).collect::<Vec<_>>();
        if rest.iter().any(|&b| self.may_meet[a][b] && self.completes(&without(b))) {
            return true;
        }
        let gets_bye = open.len() % 2 == 1
            && self.players[a].may_have_bye
            && Some(self.players[a].score) == self.bye_score;
        gets_bye && self.completes(rest)
    }

    fn color_of_higher(&self, a: usize, b: usize) -> Color {
        let (x, y) = (&self.players[a], &self.players[b]);
        match (x.due, y.due) {
            (None, None) => {
                if x.is_odd {
                    self.initial
                } else {
                    self.initial.opposite()
                }
            }
            (Some((c, _)), None) => c,
            (None, Some((d, _))) => d.opposite(),
            (Some((c, _)), Some((d, _))) if c != d => c,
            (Some((c, s)), Some((_, t))) if s != t => {
                if s > t {
                    c
                } else {
                    c.opposite()
                }
            }
            (Some((c, 3)), Some(_)) if x.difference().abs() != y.difference().abs() => {
                if x.difference().abs() > y.difference().abs() { c } else { c.opposite() }
            }
            (Some((c, _)), Some(_)) => {
                let last = x.colors.iter().rev().zip(y.colors.iter().rev()).find(|(p, q)| p != q);
                last.map_or(c, |(p, _)| p.opposite())
            }
        }
    }

    /// All ways to pair some of a bracket: moved-down players meet residents only.
    fn matchings(
        &self,
        open: &[usize],
        moved_down: usize,
        at: usize,
        pairs: &mut Pairs,
        found: &mut Vec<Pairs>,
    ) {
        if at == open.len() {
            found.push(pairs.clone());
            return;
        }
        let a = open[at];
        let is_used = |pairs: &Pairs, x: usize| pairs.iter().any(|&(p, q)| p == x || q == x);
        self.matchings(open, moved_down, at + 1, pairs, found);
        if is_used(pairs, a) {
            return;
        }
        for (other, &b) in open.iter().enumerate().skip(at + 1) {
            if other >= moved_down && self.may_meet[a][b] && !is_used(pairs, b) {
                pairs.push((a, b));
                self.matchings(open, moved_down, at + 1, pairs, found);
                pairs.pop();
            }
        }
    }

    fn left(open: &[usize], pairs: &Pairs) -> Vec<usize> {
        open.iter().copied().filter(|&x| !pairs.iter().any(|&(a, b)| a == x || b == x)).collect()
    }

    fn scores(&self, players: &[usize]) -> Vec<i32> {
        let mut scores: Vec<i32> = players.iter().map(|&player| self.players[player].score).collect();
        scores.sort_unstable_by(|a, b| b.cmp(a));
        scores
    }

    /// C6 and C7 of a bracket: the number of downfloaters and their scores, if the rest can be completed.
    fn best_floaters(
        &self,
        moved_down: &[usize],
        residents: &[usize],
        below: &[usize],
    ) -> Option<(usize, Vec<i32>)> {
        let open = [moved_down, residents].concat();
        let mut found = Vec::new();
        self.matchings(&open, moved_down.len(), 0, &mut Vec::new(), &mut found);
        let feasible = found
            .iter()
            .map(|pairs| Self::left(&open, pairs))
            .filter(|left| self.completes(&[&left[..], below].concat()));
        feasible.map(|left| (left.len(), self.scores(&left))).min()
    }

    fn quality(
        &self,
        moved_down: &[usize],
        pairs: &Pairs,
        floaters: &[usize],
        next: &[usize],
        rest: &[usize],
    ) -> Vec<Vec<i32>> {
        let player = |x: usize| &self.players[x];
        let mut quality = vec![vec![floaters.len() as i32], self.scores(floaters)];
        if next.is_empty() {
            quality.push(Vec::new());
        } else {
            let (count, scores) = self.best_floaters(floaters, next, rest).expect("C4 holds");
            quality.push([vec![count as i32], scores].concat());
        }
        let gets_bye = floaters.len() == 1 && Some(player(floaters[0]).score) == self.bye_score;
        quality.push(vec![if gets_bye { player(floaters[0]).unplayed as i32 } else { 0 }]);
        let mut counts = [0; 8];
        let (mut down, mut up) = ([Vec::new(), Vec::new()], [Vec::new(), Vec::new()]);
        for &(a, b) in pairs {
            let (a, b) = (a.min(b), a.max(b));
            let color = self.color_of_higher(a, b);
            for (x, color) in [(a, color), (b, color.opposite())] {
                let p = player(x);
                if player(a).is_top || player(b).is_top {
                    let change = if color == Color::White { 1 } else { -1 };
                    counts[0] += i32::from((p.difference() + change).abs() > 2);
                    counts[1] += i32::from(
                        p.colors.len() > 1 && p.colors.iter().rev().take(2).all(|&had| had == color),
                    );
                }
                if let Some((due, strength)) = p.due
                    && due != color
                {
                    counts[2] += 1;
                    counts[3] += i32::from(strength >= 2);
                }
            }
            if moved_down.contains(&a) {
                for ago in 0..2 {
                    let difference = player(a).score - player(b).score;
                    counts[5 + 2 * ago] += i32::from(player(b).floats[ago] == 'U');
                    if player(a).floats[ago] == 'D' {
                        down[ago].push(difference);
                    }
                    if player(b).floats[ago] == 'U' {
                        up[ago].push(difference);
                    }
                }
            }
        }
        for &x in floaters {
            for ago in 0..2 {
                if player(x).floats[ago] == 'D' {
                    if moved_down.contains(&x) {
                        down[ago].push(player(x).score + 10_000);
                    } else {
                        counts[4 + 2 * ago] += 1;
                    }
                }
            }
        }
        quality.extend(counts.map(|count| vec![count]));
        for ago in 0..2 {
            for list in [&mut down[ago], &mut up[ago]] {
                list.sort_unstable_by(|a, b| b.cmp(a));
                quality.push(list.clone());
            }
        }
        quality
    }

    /// The best candidate of a bracket; of equals the one that is generated first.
    fn bracket(
        &mut self,
        moved_down: &[usize],
        residents: &[usize],
        next: &[usize],
        rest: &[usize],
    ) -> Option<Pairs> {
        self.brackets += 1;
        let below = [next, rest].concat();
        let (floaters, limbo_scores) = self.best_floaters(moved_down, residents, &below)?;
        let pairs = (moved_down.len() + residents.len() - floaters) / 2;
        let resident_score = residents.first().map(|&x| self.players[x].score);
        let limbo = limbo_scores.iter().filter(|score| Some(**score) != resident_score).count();
        let paired_down = moved_down.len() - limbo;
        let mut best: Option<(Vec<Vec<i32>>, Pairs)> = None;
        let mut seen = HashSet::new();
        for upper in combinations(moved_down, paired_down) {
            for lower in arrangements(residents, paired_down) {
                let first: Pairs = upper.iter().copied().zip(lower.iter().copied()).collect();
                if first.iter().any(|&(a, b)| !self.may_meet[a][b]) {
                    continue;
                }
                let remainder: Vec<usize> =
                    residents.iter().copied().filter(|x| !lower.contains(x)).collect();
                for (s1, s2) in exchanges(&remainder, pairs - paired_down) {
                    for partners in arrangements(&s2, s1.len()) {
                        let mut candidate = first.clone();
                        candidate.extend(s1.iter().copied().zip(partners.iter().copied()));
                        if candidate.iter().any(|&(a, b)| !self.may_meet[a][b]) {
                            continue;
                        }
                        let mut key: Pairs = candidate.iter().map(|&(a, b)| (a.min(b), a.max(b))).collect();
                        key.sort_unstable();
                        if !seen.insert(key.clone()) {
                            continue;
                        }
                        let left = Self::left(&[moved_down, residents].concat(), &key);
                        if !self.completes(&[&left[..], &below[..]].concat()) {
                            continue;
                        }
                        let quality = self.quality(moved_down, &key, &left, next, rest);
                        if best.as_ref().is_none_or(|(known, _)| quality < *known) {
                            best = Some((quality, key));
                        }
                    }
                }
            }
        }
        best.map(|(_, pairs)| pairs)
    }

    fn pair(&mut self) -> Option<(Pairs, Option<usize>)> {
        let all: Vec<usize> = (0..self.players.len()).collect();
        if all.len() % 2 == 1 {
            let mut scores: Vec<i32> = self.players.iter().map(|player| player.score).collect();
            scores.sort_unstable();
            self.bye_score = scores.into_iter().find(|&score| {
                self.bye_score = Some(score);
                self.completes(&all)
            });
            self.bye_score?;
        } else if !self.completes(&all) {
            return None;
        }
        let groups: Vec<Vec<usize>> = all
            .chunk_by(|&a, &b| self.players[a].score == self.players[b].score)
            .map(<[usize]>::to_vec)
            .collect();
        let (mut moved_down, mut pairs) = (Vec::new(), Vec::new());
        for (index, residents) in groups.iter().enumerate() {
            let next = groups.get(index + 1).cloned().unwrap_or_default();
            let rest = groups.get(index + 2..).unwrap_or_default().concat();
            let found = self.bracket(&moved_down, residents, &next, &rest)?;
            moved_down = Self::left(&[&moved_down[..], residents].concat(), &found);
            pairs.extend(found);
        }
        Some((pairs, moved_down.first().copied()))
    }
}

/// Sets of a size, in the order of their smallest differing member.
fn combinations(from: &[usize], size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (at, &first) in from.iter().enumerate() {
        for rest in combinations(&from[at + 1..], size - 1) {
            all.push([vec![first], rest].concat());
        }
    }
    all
}

/// Ordered choices of a size, in lexicographic order: transpositions.
fn arrangements(from: &[usize], size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for &first in from {
        let others: Vec<usize> = from.iter().copied().filter(|&x| x != first).collect();
        for rest in arrangements(&others, size - 1) {
            all.push([vec![first], rest].concat());
        }
    }
    all
}

/// Article 4.3: S1 and S2 after each exchange, in order.
fn exchanges(players: &[usize], half: usize) -> Vec<(Vec<usize>, Vec<usize>)> {
    let numbers: Vec<usize> = (1..=players.len()).collect();
    let (s1, s2) = numbers.split_at(half);
    let mut all = Vec::new();
    for count in 0..=half.min(s2.len()) {
        let mut of_count = Vec::new();
        for leaving in combinations(s1, count) {
            for entering in combinations(s2, count) {
                let difference = entering.iter().sum::<usize>() as i64 - leaving.iter().sum::<usize>() as i64;
                // The largest differing number leaving comes first, then the smallest differing number entering.
                let largest_first: Vec<i64> = leaving.iter().rev().map(|&x| -(x as i64)).collect();
                of_count.push((difference, largest_first, entering.clone(), leaving.clone()));
            }
        }
        of_count.sort();
        for (_, _, entering, leaving) in of_count {
            let in_first = |x: &usize| (*x <= half && !leaving.contains(x)) || entering.contains(x);
            let choose = |wanted: bool| {
                numbers.iter().filter(|x| in_first(x) == wanted).map(|x| players[x - 1]).collect()
            };
            all.push((choose(true), choose(false)));
        }
    }
    all
}

/// Compares rounds of random tournaments until enough brackets were seen.
fn compare(first_seed: u64, wanted: usize) {
    let mut brackets = 0;
    for seed in first_seed.. {
        let mut config = Config::any(seed);
        config.players = 3 + (seed % 6) as u32;
        config.rounds = 3 + (seed / 6 % 4) as u32;
        // A bye that is worth nothing is still a downfloat.
        if seed % 5 == 0 {
            config.points.pairing_bye = Points::ZERO;
        }
        let tournament = generate(&config, |_| {});
        let last = tournament.paired_rounds();
        // Including the round that could not be paired any more.
        for round in 1..=(last + 1).min(config.rounds as usize) {
            let present =
                if round <= last { tournament.participants(round) } else { tournament.available(round) };
            let mut oracle = Oracle::new(&tournament, round, &present);
            let expected = oracle.pair();
            brackets += oracle.brackets;
            let found = dutch::pair(&tournament, round, &present);
            let Some((pairs, bye)) = expected else {
                assert_eq!(found, Err(PairingError::NoLegalPairing), "seed {seed}, round {round}");
                continue;
            };
            let found = found.unwrap_or_else(|error| panic!("seed {seed}, round {round}: {error}"));
            let number = |x: usize| oracle.players[x].number;
            let mut expected: Vec<Pair> = pairs
                .iter()
                .map(|&(a, b)| match oracle.color_of_higher(a, b) {
                    Color::White => Pair { white: number(a), black: number(b) },
                    Color::Black => Pair { white: number(b), black: number(a) },
                })
                .collect();
            let mut ours = found.pairs.clone();
            expected.sort_by_key(|pair| pair.white);
            ours.sort_by_key(|pair| pair.white);
            assert_eq!((ours, found.bye), (expected, bye.map(number)), "seed {seed}, round {round}");
        }
        if brackets >= wanted {
            break;
        }
    }
}

#[test]
fn small_brackets_equal_the_rules_word_by_word() {
    compare(1, 5_000);
}

#[test]
#[ignore = "takes minutes"]
fn a_hundred_thousand_small_brackets_equal_the_rules_word_by_word() {
    compare(1_000_000, 100_000);
}
