//! The players of a round as the pairing sees them.

use super::PairingError;
use crate::{Acceleration, Color, ColorNumbering, Entry, PlayerOrder, Points, Tournament, VirtualPoints};
use alloc::vec;
use alloc::vec::Vec;

/// How strongly a player is due a colour.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Strength {
    /// Equal numbers of both colours: alternate.
    Mild,
    /// One more of the other colour.
    Strong,
    /// Two more of the other colour, or the other colour twice running.
    Absolute,
}

/// The colour a player is due.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Preference {
    /// The colour that the player should get.
    pub color: Color,
    /// How binding the preference is.
    pub strength: Strength,
}

/// In which direction a player left the scoregroup in a round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Float {
    /// The player met an opponent with the same score, or was absent.
    #[default]
    None,
    /// The player met an opponent with a lower score, or gained points without playing.
    Down,
    /// The player met an opponent with a higher score.
    Up,
}

/// A player of the round that is being paired.
#[derive(Clone, Debug)]
pub(crate) struct Competitor {
    /// Position in [`Tournament::players`].
    pub(crate) index: usize,
    pub(crate) number: u32,
    /// With virtual points.
    pub(crate) score: Points,
    /// Games with White minus games with Black.
    pub(crate) color_difference: i32,
    /// The colours of the games played, the oldest first.
    pub(crate) colors: Vec<Color>,
    pub(crate) preference: Option<Preference>,
    pub(crate) last_float: Float,
    pub(crate) float_before: Float,
    pub(crate) unplayed: u32,
    pub(crate) may_have_bye: bool,
    pub(crate) is_topscorer: bool,
    /// Odd by the numbering of the last colour rule.
    pub(crate) is_odd: bool,
}

impl Competitor {
    pub(crate) fn is_due(&self, color: Color) -> bool {
        self.preference.is_some_and(|preference| preference.color == color)
    }

    pub(crate) fn strength(&self) -> Option<Strength> {
        self.preference.map(|preference| preference.strength)
    }

    pub(crate) fn absolute(&self) -> Option<Color> {
        self.preference
            .filter(|preference| preference.strength == Strength::Absolute)
            .map(|preference| preference.color)
    }
}

/// The players of a round from the highest ranked down, and who may meet whom.
pub(crate) struct Field {
    pub(crate) competitors: Vec<Competitor>,
    /// C1, C3 and forbidden pairs, as a matrix.
    compatible: Vec<bool>,
    pub(crate) initial_color: Color,
    pub(crate) is_last_round: bool,
}

impl Field {
    pub(crate) fn new(
        tournament: &Tournament,
        round: usize,
        present: &[usize],
    ) -> Result<Self, PairingError> {
        let is_last_round = tournament.rounds.is_some_and(|rounds| round >= rounds as usize);
        let accelerated = VirtualScores::new(tournament);
        let mut competitors: Vec<Competitor> = present
            .iter()
            .map(|&index| competitor(tournament, index, round, &accelerated, is_last_round))
            .collect();
        number_for_colors(tournament, round, present, &mut competitors);
        let rank = |competitor: &Competitor| match tournament.order {
            PlayerOrder::Number => competitor.number,
            PlayerOrder::Rank => tournament.players[competitor.index].rank.unwrap_or(u32::MAX),
        };
        competitors.sort_by_key(|competitor| {
            (core::cmp::Reverse(competitor.score), rank(competitor), competitor.number)
        });
        let has_colors = competitors.iter().any(|competitor| !competitor.colors.is_empty());
        let initial_color = match tournament.initial_color.or_else(|| tournament.inferred_initial_color()) {
            Some(color) => color,
            // Without the drawing of lots, the colours of the first games cannot be decided.
            None if competitors.len() < 2 && !has_colors => Color::White,
            None => return Err(PairingError::NoInitialColor),
        };
        let mut field = Self { compatible: Vec::new(), competitors, initial_color, is_last_round };
        field.compatible = field.compatibility(tournament, round);
        Ok(field)
    }

    pub(crate) fn len(&self) -> usize {
        self.competitors.len()
    }

    pub(crate) fn may_meet(&self, a: usize, b: usize) -> bool {
        self.compatible[a * self.len() + b]
    }

    fn compatibility(&self, tournament: &Tournament, round: usize) -> Vec<bool> {
        let n = self.len();
        let mut compatible = vec![true; n * n];
        let mut place = vec![usize::MAX; tournament.players.len()];
        for (position, competitor) in self.competitors.iter().enumerate() {
            place[competitor.index] = position;
        }
        let place_of =
            |number: u32| tournament.index_of(number).map(|index| place[index]).filter(|&place| place < n);
        for (a, competitor) in self.competitors.iter().enumerate() {
            compatible[a * n + a] = false;
            for earlier in 1..round {
                let entry = tournament.players[competitor.index].entry(earlier);
                // A forfeited game does not count as a meeting.
                if let (true, Some(b)) = (entry.is_played(), entry.opponent().and_then(place_of)) {
                    compatible[a * n + b] = false;
                    compatible[b * n + a] = false;
                }
            }
            for (b, other) in self.competitors.iter().enumerate() {
                let same_absolute =
                    competitor.absolute().is_some() && competitor.absolute() == other.absolute();
                if same_absolute && !competitor.is_topscorer && !other.is_topscorer {
                    compatible[a * n + b] = false;
                }
            }
        }
        for forbidden in &tournament.forbidden {
            if (forbidden.rounds.0 as usize..=forbidden.rounds.1 as usize).contains(&round) {
                let places: Vec<usize> =
                    forbidden.players.iter().filter_map(|&number| place_of(number)).collect();
                for &a in &places {
                    for &b in &places {
                        compatible[a * n + b] = false;
                    }
                }
            }
        }
        compatible
    }
}

/// Virtual points by player and round.
pub(crate) struct VirtualScores<'t> {
    tournament: &'t Tournament,
    /// The size of the accelerated group, the last round with the points of a win, and the last accelerated round.
    baku: (usize, usize, usize),
}

impl<'t> VirtualScores<'t> {
    pub(crate) fn new(tournament: &'t Tournament) -> Self {
        let group = 2 * tournament.players.len().div_ceil(4);
        let accelerated = (tournament.rounds.unwrap_or(0) as usize).div_ceil(2);
        Self { tournament, baku: (group, accelerated.div_ceil(2), accelerated) }
    }

    pub(crate) fn of(&self, index: usize, round: usize) -> Points {
        match &self.tournament.acceleration {
            Acceleration::None => Points::ZERO,
            Acceleration::Baku => {
                let (group, full, all) = self.baku;
                let win = self.tournament.points.win;
                if index >= group || round > all {
                    Points::ZERO
                } else if round <= full {
                    win
                } else {
                    Points::from_tenths(win.tenths() / 2)
                }
            }
            Acceleration::Listed(lines) => {
                let number = self.tournament.players[index].number;
                let applies = |range: (u32, u32), value: u32| (range.0..=range.1).contains(&value);
                let lines = lines
                    .iter()
                    .filter(|line| applies(line.rounds, round as u32) && applies(line.players, number));
                lines.map(|line| line.points).sum()
            }
        }
    }

    /// The virtual points of the Baku method, in the form of the lines of a file.
    pub(crate) fn listed(&self) -> Vec<VirtualPoints> {
        let (group, full, all) = self.baku;
        let players = &self.tournament.players[..group.min(self.tournament.players.len())];
        let (Some(first), Some(last)) = (players.first(), players.last()) else { return Vec::new() };
        let win = self.tournament.points.win;
        let line = |points, from: usize, to: usize| VirtualPoints {
            points,
            rounds: (from as u32, to as u32),
            players: (first.number, last.number),
        };
        let mut lines = alloc::vec![line(win, 1, full)];
        if all > full {
            lines.push(line(Points::from_tenths(win.tenths() / 2), full + 1, all));
        }
        lines
    }
}

fn competitor(
    tournament: &Tournament,
    index: usize,
    round: usize,
    accelerated: &VirtualScores<'_>,
    is_last_round: bool,
) -> Competitor {
    let player = &tournament.players[index];
    let score = tournament.score(index, round - 1) + accelerated.of(index, round);
    let colors: Vec<Color> = (1..round)
        .filter_map(|earlier| match player.entry(earlier) {
            Entry::Game { color, .. } => Some(color),
            _ => None,
        })
        .collect();
    let count = |color| colors.iter().filter(|&&had| had == color).count() as i32;
    let color_difference = count(Color::White) - count(Color::Black);
    let system = &tournament.points;
    let bars_bye = |entry: Entry| match entry {
        Entry::PairingBye | Entry::FullPointBye | Entry::Forfeit { won: true, .. } => true,
        Entry::Forfeit { won: false, .. } => system.forfeit_loss >= system.win,
        Entry::ZeroPointBye | Entry::Blank => system.absence >= system.win,
        Entry::Game { .. } | Entry::HalfPointBye => false,
    };
    let maximum = if system.win > system.draw { system.win } else { system.draw };
    let floated = |back: usize| {
        if round > back { float(tournament, accelerated, index, round - back) } else { Float::None }
    };
    Competitor {
        index,
        number: player.number,
        score,
        color_difference,
        preference: preference(color_difference, &colors),
        last_float: floated(1),
        float_before: floated(2),
        unplayed: (1..round).filter(|&earlier| !player.entry(earlier).is_played()).count() as u32,
        may_have_bye: !(1..round).any(|earlier| bars_bye(player.entry(earlier))),
        is_topscorer: is_last_round && score * 2 > maximum * (round as i32 - 1),
        is_odd: true,
        colors,
    }
}

fn preference(difference: i32, colors: &[Color]) -> Option<Preference> {
    let last = *colors.last()?;
    let twice = colors.len() >= 2 && colors[colors.len() - 2] == last;
    let balancing = if difference > 0 { Color::Black } else { Color::White };
    let (color, strength) = match difference.abs() {
        2.. => (balancing, Strength::Absolute),
        _ if twice => (last.opposite(), Strength::Absolute),
        1 => (balancing, Strength::Strong),
        _ => (last.opposite(), Strength::Mild),
    };
    Some(Preference { color, strength })
}

/// The float of a past round.
fn float(tournament: &Tournament, accelerated: &VirtualScores<'_>, index: usize, round: usize) -> Float {
    let entry = tournament.players[index].entry(round);
    let score = |index: usize| tournament.score(index, round - 1) + accelerated.of(index, round);
    match entry {
        Entry::Game { opponent, .. } => {
            match tournament.index_of(opponent).map(|other| score(index).cmp(&score(other))) {
                Some(core::cmp::Ordering::Greater) => Float::Down,
                Some(core::cmp::Ordering::Less) => Float::Up,
                _ => Float::None,
            }
        }
        Entry::PairingBye => Float::Down,
        _ if tournament.round_points(&tournament.players[index], round) > tournament.points.loss => {
            Float::Down
        }
        _ => Float::None,
    }
}

/// Odd and even for the last colour rule.
fn number_for_colors(
    tournament: &Tournament,
    round: usize,
    present: &[usize],
    competitors: &mut [Competitor],
) {
    match tournament.color_numbering {
        ColorNumbering::PairingNumber => {
            for competitor in competitors {
                competitor.is_odd = competitor.number % 2 == 1;
            }
        }
        ColorNumbering::Participating => {
            let mut takes_part: Vec<bool> = tournament
                .players
                .iter()
                .map(|player| (1..round).any(|earlier| player.entry(earlier).is_paired()))
                .collect();
            for &index in present {
                takes_part[index] = true;
            }
            let mut place = vec![0; takes_part.len()];
            let mut count = 0;
            for (index, takes_part) in takes_part.iter().enumerate() {
                count += usize::from(*takes_part);
                place[index] = count;
            }
            for competitor in competitors {
                competitor.is_odd = place[competitor.index] % 2 == 1;
            }
        }
    }
}

impl Tournament {
    /// The initial colour, inferred from the first round in which colours were given.
    ///
    /// The highest player who took part in that round's pairing or an earlier one had it; if that player has no
    /// colour there, the next one had the other colour, and so on.
    pub fn inferred_initial_color(&self) -> Option<Color> {
        let color = |entry| match entry {
            Entry::Game { color, .. } | Entry::Forfeit { color: Some(color), .. } => Some(color),
            _ => None,
        };
        let rounds = self.paired_rounds();
        let first = (1..=rounds)
            .find(|&round| self.players.iter().any(|player| color(player.entry(round)).is_some()))?;
        let took_part = |player: &&crate::Player| (1..=first).any(|round| player.entry(round).is_paired());
        for (place, player) in self.players.iter().filter(took_part).enumerate() {
            if let Some(color) = color(player.entry(first)) {
                return Some(if place % 2 == 0 { color } else { color.opposite() });
            }
        }
        None
    }
}
