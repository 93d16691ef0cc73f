//! Lines that set something of the tournament, in both spellings.

use super::fault::Fault;
use super::player::Columns;
use crate::{
    Acceleration, Adjustment, Color, Entry, ForbiddenPairs, Player, PlayerOrder, PointSystem, Points, System,
    Tournament, VirtualPoints,
};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// A bye that has a line of its own.
struct Bye {
    line: usize,
    entry: Entry,
    /// None means the next round.
    round: Option<u32>,
    players: Vec<(usize, u32)>,
}

/// What the setting lines have said so far.
#[derive(Default)]
pub(super) struct Settings {
    pub(super) tournament: Tournament,
    /// Whether the old spelling was used.
    pub(super) is_old: bool,
    byes: Vec<Bye>,
    virtual_points: Vec<VirtualPoints>,
    baku: bool,
    /// Values without a line of their own follow others.
    has_pairing_bye: bool,
    has_unknown: bool,
    /// Line, column and number of every player who is named.
    named: Vec<(usize, usize, u32)>,
    /// Forbidden pairs of the old spelling, which hold in all rounds.
    mentioned_rounds: bool,
}

impl Settings {
    /// Takes a line; false if it is not a setting.
    pub(super) fn parse(&mut self, tag: &str, columns: &mut Columns<'_>) -> bool {
        let old = tag.starts_with("XX") || tag.starts_with("BB");
        match tag {
            "142" | "XXR" => self.rounds(columns),
            "152" => self.color(columns, &[("W", Color::White), ("B", Color::Black)]),
            "XXC" => self.configuration(columns),
            "162" => self.point_values(columns),
            "BBW" | "BBD" | "BBL" | "BBZ" | "BBF" | "BBU" => self.old_point_value(tag, columns),
            "XXS" => self.javafo_points(columns),
            "192" => self.system(columns),
            "240" => self.bye(columns),
            "XXZ" => {
                let players = self.numbers(columns, 4);
                self.byes.push(Bye { line: columns.line, entry: Entry::ZeroPointBye, round: None, players });
            }
            "250" => self.accelerated(columns),
            "XXA" => self.old_accelerated(columns),
            "260" => self.forbidden(columns),
            "XXP" => {
                let players = self.numbers(columns, 4).into_iter().map(|(_, number)| number).collect();
                self.tournament.forbidden.push(ForbiddenPairs { rounds: (1, u32::MAX), players });
            }
            "299" => self.adjustment(columns),
            _ => return false,
        }
        self.is_old |= old;
        true
    }

    fn rounds(&mut self, columns: &mut Columns<'_>) {
        let text = columns.text(5, usize::MAX);
        match text.parse::<u32>() {
            Ok(rounds) if (1..=999).contains(&rounds) => match self.tournament.rounds {
                Some(known) if known != rounds => {
                    columns.fault(5, &format!("{known} rounds, as another line says"), text);
                }
                _ => self.tournament.rounds = Some(rounds),
            },
            _ => columns.fault(5, "a number of rounds from 1 to 999", text),
        }
        self.mentioned_rounds = true;
    }

    fn color(&mut self, columns: &mut Columns<'_>, spellings: &[(&str, Color)]) {
        let text = columns.text(5, usize::MAX);
        match spellings.iter().find(|(spelling, _)| spelling.eq_ignore_ascii_case(&text)) {
            Some(&(_, color)) => self.set_color(columns, 5, color),
            None => columns.fault(5, "W or B, the initial colour", text),
        }
    }

    fn set_color(&mut self, columns: &mut Columns<'_>, column: usize, color: Color) {
        if self.tournament.initial_color.is_some_and(|known| known != color) {
            columns.fault(column, "the initial colour that another line says", format!("{color:?}"));
        }
        self.tournament.initial_color = Some(color);
    }

    fn configuration(&mut self, columns: &mut Columns<'_>) {
        for (column, word) in words(&columns.characters, 4) {
            match word.as_str() {
                "white1" => self.set_color(columns, column, Color::White),
                "black1" => self.set_color(columns, column, Color::Black),
                "rank" => self.tournament.order = PlayerOrder::Rank,
                _ => columns.fault(column, "white1, black1 or rank", word),
            }
        }
    }

    /// Line 162: a letter, its points in the four columns after it, again every nine columns.
    fn point_values(&mut self, columns: &mut Columns<'_>) {
        let found: Vec<(usize, String)> = words(&columns.characters, 4);
        let mut index = 0;
        while index < found.len() {
            let (column, word) = &found[index];
            // "W 1.0", "W1.0" and "W10.0" all occur.
            let (code, rest) = word.split_at(word.chars().next().map_or(0, char::len_utf8));
            let value = if rest.is_empty() {
                index += 1;
                found.get(index).map(|(_, value)| value.as_str()).unwrap_or_default()
            } else {
                rest
            };
            match value.parse() {
                Ok(points) => self.set_points(columns, *column, code, points),
                Err(_) => columns.fault(*column + 1, "points such as 0.5 after the letter", value),
            }
            index += 1;
        }
    }

    fn set_points(&mut self, columns: &mut Columns<'_>, column: usize, code: &str, points: Points) {
        let system = &mut self.tournament.points;
        match code.to_ascii_uppercase().as_str() {
            "W" => system.win = points,
            "D" => system.draw = points,
            "L" => system.loss = points,
            "A" => (system.absence, system.forfeit_loss) = (points, points),
            "Z" => system.absence = points,
            "F" => system.forfeit_loss = points,
            "P" | "U" => {
                system.pairing_bye = points;
                self.has_pairing_bye = true;
            }
            "X" => {
                system.unknown = points;
                self.has_unknown = true;
            }
            _ => columns.fault(column, "W, D, L, A, P or X", code),
        }
    }

    fn old_point_value(&mut self, tag: &str, columns: &mut Columns<'_>) {
        let text = columns.text(4, usize::MAX);
        match text.parse() {
            Ok(points) => self.set_points(columns, 1, &tag[2..], points),
            Err(_) => columns.fault(5, "points such as 0.5", text),
        }
    }

    /// `XXS W=3 D=1 PAB=1.5`.
    fn javafo_points(&mut self, columns: &mut Columns<'_>) {
        for (column, word) in words(&columns.characters, 4) {
            let (code, value) = word.split_once('=').unwrap_or((&word, ""));
            let Ok(points) = value.parse::<Points>() else {
                columns.fault(column, "a code and points such as W=3.0", word);
                continue;
            };
            let code = match code.to_ascii_uppercase().as_str() {
                "W" => "W",
                "D" => "D",
                "L" => "L",
                "ZPB" => "Z",
                "FL" => "F",
                "PAB" => "P",
                _ => {
                    columns.fault(
                        column,
                        "W, D, L, ZPB, FL or PAB; other values have no place in this program",
                        word,
                    );
                    continue;
                }
            };
            self.set_points(columns, column, code, points);
        }
    }

    fn system(&mut self, columns: &mut Columns<'_>) {
        let text = columns.text(5, usize::MAX);
        let code = text.to_ascii_uppercase();
        self.baku = code.ends_with("_BAKU");
        self.tournament.system = match code.strip_suffix("_BAKU").unwrap_or(&code) {
            "" => System::Dutch,
            code if code.contains("DOUBLEROUNDROBIN") => System::DoubleRoundRobin,
            code if code.contains("ROUNDROBIN") => System::RoundRobin,
            "FIDE_DUTCH" | "FIDE_DUTCH_2025" | "FIDE_DUTCH_2026" => System::Dutch,
            _ => System::Other(text),
        };
    }

    /// `240 H 003   26   47`
    fn bye(&mut self, columns: &mut Columns<'_>) {
        let entry = match columns.text(5, 5).to_ascii_uppercase().as_str() {
            "F" => Entry::FullPointBye,
            "H" => Entry::HalfPointBye,
            "Z" => Entry::ZeroPointBye,
            _ => {
                let found = columns.text(5, 5);
                return columns.fault(5, "F, H or Z, the type of bye", found);
            }
        };
        let Some(round) = columns.number(7, 9, "a round").filter(|&round| (1..=999).contains(&round)) else {
            let found = columns.text(7, 9);
            return columns.fault(7, "a round from 1 to 999", found);
        };
        let players = self.numbers(columns, 10);
        self.byes.push(Bye { line: columns.line, entry, round: Some(round), players });
    }

    /// `250      01.0 001 003 0001 0090`
    fn accelerated(&mut self, columns: &mut Columns<'_>) {
        let text = columns.text(10, 13);
        let Ok(points) = text.parse() else {
            return columns.fault(10, "virtual points such as 1.0", text);
        };
        let places = [(15, 17), (19, 21), (23, 26), (28, 31)];
        let values = places.map(|(from, to)| columns.number(from, to, "a number"));
        let [Some(first_round), Some(last_round), Some(first), Some(last)] = values else {
            let found = columns.text(15, 31);
            return columns.fault(15, "first and last round, first and last player", found);
        };
        self.virtual_points.push(VirtualPoints {
            points,
            rounds: (first_round, last_round),
            players: (first, last),
        });
    }

    /// `XXA   12  1.0  1.0  0.5`
    fn old_accelerated(&mut self, columns: &mut Columns<'_>) {
        let words = words(&columns.characters, 4);
        let Some((column, first)) = words.first() else {
            return columns.fault(5, "a starting number and points", "");
        };
        let Ok(number) = first.parse::<u32>() else {
            return columns.fault(*column, "a starting number", first.as_str());
        };
        self.named.push((columns.line, *column, number));
        for (index, (column, word)) in words[1..].iter().enumerate() {
            match word.parse::<Points>() {
                Ok(points) => {
                    let round = index as u32 + 1;
                    // Even without points it says that nothing else accelerates this tournament.
                    self.virtual_points.push(VirtualPoints {
                        points,
                        rounds: (round, round),
                        players: (number, number),
                    });
                }
                Err(_) => columns.fault(*column, "virtual points such as 1.0", word.as_str()),
            }
        }
    }

    /// `260 001 002  125  180  184`
    fn forbidden(&mut self, columns: &mut Columns<'_>) {
        let (first, last) =
            (columns.number(5, 7, "the first round"), columns.number(9, 11, "the last round"));
        let (Some(first), Some(last)) = (first, last) else {
            let found = columns.text(5, 11);
            return columns.fault(5, "the first and the last round", found);
        };
        let players = self.numbers(columns, 12).into_iter().map(|(_, number)| number).collect();
        self.tournament.forbidden.push(ForbiddenPairs { rounds: (first, last), players });
    }

    /// `299 W        01.5  003    7`
    fn adjustment(&mut self, columns: &mut Columns<'_>) {
        let code = columns.text(5, 5).chars().next();
        if code.is_some_and(|code| !"WDLFHZ+-".contains(code.to_ascii_uppercase())) {
            let found = columns.text(5, 5);
            columns.fault(5, "W, D, L, F, H, Z, +, - or blank", found);
        }
        let text = columns.text(13, 18);
        let Ok(points) = text.parse() else {
            return columns.fault(14, "points such as -0.5", text);
        };
        let round = columns.number(20, 22, "a round").filter(|&round| round > 0);
        let players = self.numbers(columns, 23).into_iter().map(|(_, number)| number).collect();
        self.tournament.adjustments.push(Adjustment { replaces: code, points, round, players });
    }

    /// Starting numbers from a column to the end of the line.
    fn numbers(&mut self, columns: &mut Columns<'_>, after: usize) -> Vec<(usize, u32)> {
        let mut numbers = Vec::new();
        for (column, word) in words(&columns.characters, after) {
            match word.parse::<u32>() {
                Ok(0) => {}
                Ok(number) => {
                    self.named.push((columns.line, column, number));
                    numbers.push((column, number));
                }
                Err(_) => columns.fault(column, "a starting number", word),
            }
        }
        numbers
    }

    /// Values that depend on several lines.
    pub(super) fn finish(&mut self, tournament: &mut Tournament, _faults: &mut [Fault]) {
        if !self.has_pairing_bye {
            tournament.points.pairing_bye = tournament.points.win;
        }
        if !self.has_unknown {
            tournament.points.unknown = tournament.points.draw;
        }
        // Listed virtual points replace the method that the type of the tournament names.
        if !self.virtual_points.is_empty() {
            tournament.acceleration = Acceleration::Listed(core::mem::take(&mut self.virtual_points));
        } else if self.baku {
            tournament.acceleration = Acceleration::Baku;
        }
    }

    /// Enters byes from lines of their own; a cell of the player's line must not say otherwise.
    pub(super) fn enter_byes(&self, players: &mut [(usize, Player)], faults: &mut Vec<Fault>) {
        let all = players.iter().map(|(_, player)| player.clone()).collect();
        let next = Tournament { players: all, ..Tournament::default() }.paired_rounds() + 1;
        for bye in &self.byes {
            let round = bye.round.map_or(next, |round| round as usize);
            for &(column, number) in &bye.players {
                let Ok(index) = players.binary_search_by_key(&number, |(_, player)| player.number) else {
                    continue;
                };
                let player = &mut players[index].1;
                match player.entry(round) {
                    Entry::Blank => player.set_entry(round, bye.entry),
                    known if known == bye.entry => {}
                    _ => faults.push(Fault {
                        line: bye.line,
                        column,
                        expected: format!("a bye that agrees with round {round} of the player's line"),
                        found: number.to_string(),
                    }),
                }
            }
        }
    }

    /// Every player who is named must exist.
    pub(super) fn check_numbers(&self, players: &[(usize, Player)], faults: &mut Vec<Fault>) {
        for &(line, column, number) in &self.named {
            if players.binary_search_by_key(&number, |(_, player)| player.number).is_err() {
                let expected = String::from("the starting number of a player in this file");
                faults.push(Fault { line, column, expected, found: number.to_string() });
            }
        }
    }
}

/// The words of a line after a number of columns, each with its column.
fn words(characters: &[char], after: usize) -> Vec<(usize, String)> {
    let mut words: Vec<(usize, String)> = Vec::new();
    let mut is_inside = false;
    for (index, &character) in characters.iter().enumerate().skip(after.min(characters.len())) {
        if character.is_whitespace() {
            is_inside = false;
        } else if is_inside {
            if let Some((_, word)) = words.last_mut() {
                word.push(character);
            }
        } else {
            words.push((index + 1, String::from(character)));
            is_inside = true;
        }
    }
    words
}

/// Setting lines for a tournament, in the new spelling.
pub(super) fn new_lines(tournament: &Tournament) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(rounds) = tournament.rounds {
        lines.push(format!("142 {rounds}"));
    }
    if let Some(color) = tournament.initial_color {
        lines.push(format!("152 {}", if color == Color::White { 'W' } else { 'B' }));
    }
    let system = &tournament.points;
    if *system != PointSystem::default() {
        let mut values = alloc::vec![('W', system.win), ('D', system.draw), ('L', system.loss)];
        if system.absence == system.forfeit_loss {
            values.push(('A', system.absence));
        } else {
            values.extend([('Z', system.absence), ('F', system.forfeit_loss)]);
        }
        values.extend([('P', system.pairing_bye), ('X', system.unknown)]);
        let values: Vec<String> =
            values.iter().map(|(code, points)| format!("{code}{points:>4}    ")).collect();
        lines.push(format!("162  {}", values.concat().trim_end()));
    }
    let baku = if tournament.acceleration == Acceleration::Baku { "_BAKU" } else { "" };
    match &tournament.system {
        System::Dutch => lines.push(format!("192 FIDE_DUTCH_2026{baku}")),
        System::RoundRobin => lines.push(String::from("192 FIDE_ROUNDROBIN")),
        System::DoubleRoundRobin => lines.push(String::from("192 FIDE_DOUBLEROUNDROBIN")),
        System::Other(code) => lines.push(format!("192 {code}")),
    }
    if tournament.order == PlayerOrder::Rank {
        lines.push(String::from("XXC rank"));
    }
    if let Acceleration::Listed(listed) = &tournament.acceleration {
        for line in listed {
            let ((first, last), (from, to)) = (line.rounds, line.players);
            lines.push(format!("250      {:>4} {first:>3} {last:>3} {from:>4} {to:>4}", line.points));
        }
    }
    for forbidden in &tournament.forbidden {
        let last = forbidden.rounds.1.min(tournament.rounds.unwrap_or(999));
        let players: Vec<String> = forbidden.players.iter().map(|number| format!(" {number:>4}")).collect();
        lines.push(format!("260 {:>3} {last:>3}{}", forbidden.rounds.0, players.concat()));
    }
    lines.extend(adjustment_lines(tournament));
    lines
}

/// Setting lines in the old spelling.
pub(super) fn old_lines(tournament: &Tournament) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(rounds) = tournament.rounds {
        lines.push(format!("XXR {rounds}"));
    }
    let color =
        tournament.initial_color.map(|color| if color == Color::White { " white1" } else { " black1" });
    let rank = if tournament.order == PlayerOrder::Rank { " rank" } else { "" };
    if color.is_some() || !rank.is_empty() {
        lines.push(format!("XXC{}{rank}", color.unwrap_or_default()));
    }
    let (system, usual) = (&tournament.points, PointSystem::default());
    if *system != usual {
        let values = [
            ('W', system.win),
            ('D', system.draw),
            ('L', system.loss),
            ('Z', system.absence),
            ('F', system.forfeit_loss),
            ('U', system.pairing_bye),
        ];
        lines.extend(values.iter().map(|(code, points)| format!("BB{code} {points:>4}")));
        if system.unknown != system.draw {
            lines.push(format!("162  X{:>4}", system.unknown));
        }
    }
    match &tournament.system {
        System::Dutch => {}
        System::RoundRobin => lines.push(String::from("192 FIDE_ROUNDROBIN")),
        System::DoubleRoundRobin => lines.push(String::from("192 FIDE_DOUBLEROUNDROBIN")),
        System::Other(code) => lines.push(format!("192 {code}")),
    }
    if tournament.acceleration != Acceleration::None {
        let scores = crate::dutch::VirtualScores::new(tournament);
        let rounds = tournament.rounds.unwrap_or(0) as usize;
        for (index, player) in tournament.players.iter().enumerate() {
            let points: Vec<Points> = (1..=rounds).map(|round| scores.of(index, round)).collect();
            let last = points.iter().rposition(|&points| points != Points::ZERO).map_or(0, |last| last + 1);
            if last > 0 {
                let points: Vec<String> =
                    points[..last].iter().map(|points| format!(" {points:>4}")).collect();
                lines.push(format!("XXA {:>4}{}", player.number, points.concat()));
            }
        }
    }
    for forbidden in &tournament.forbidden {
        let holds_always = forbidden.rounds.0 <= 1 && forbidden.rounds.1 >= tournament.rounds.unwrap_or(999);
        let players: Vec<String> = forbidden.players.iter().map(|number| format!(" {number}")).collect();
        if holds_always {
            lines.push(format!("XXP{}", players.concat()));
        } else {
            let padded: Vec<String> =
                forbidden.players.iter().map(|number| format!(" {number:>4}")).collect();
            let (first, last) = (forbidden.rounds.0, forbidden.rounds.1.min(999));
            lines.push(format!("260 {first:>3} {last:>3}{}", padded.concat()));
        }
    }
    lines.extend(adjustment_lines(tournament));
    lines
}

fn adjustment_lines(tournament: &Tournament) -> impl Iterator<Item = String> {
    tournament.adjustments.iter().map(|adjustment| {
        let players: Vec<String> = adjustment.players.iter().map(|number| format!(" {number:>4}")).collect();
        let round = adjustment.round.unwrap_or(0);
        let code = adjustment.replaces.unwrap_or(' ');
        format!("299 {code}       {:>5}  {round:03}{}", adjustment.points.to_string(), players.concat())
    })
}
