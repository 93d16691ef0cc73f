//! Lines with the settings of the tournament, in both dialects.

mod players;
mod points;
mod write;

pub(super) use write::{new_lines, old_lines};

use super::player::Columns;
use crate::{Acceleration, Color, Entry, ForbiddenPairs, PlayerOrder, System, Tournament, VirtualPoints};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use players::Bye;

/// The settings read so far.
#[derive(Default)]
pub(super) struct Settings {
    pub(super) tournament: Tournament,
    /// Whether the old dialect was used.
    pub(super) is_old: bool,
    byes: Vec<Bye>,
    virtual_points: Vec<VirtualPoints>,
    baku: bool,
    /// Whether this value was set; otherwise it is derived from others.
    has_pairing_bye: bool,
    has_unknown: bool,
    /// Line, column and number of every player who is named.
    named: Vec<(usize, usize, u32)>,
}

impl Settings {
    /// Parses a line. Returns `false` if it is not a setting.
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

    /// Sets the values that depend on several lines.
    pub(super) fn finish(&mut self, tournament: &mut Tournament) {
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
