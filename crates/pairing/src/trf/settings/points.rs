//! The point system: lines 162, `BB…` and `XXS`.

use super::{Settings, words};
use crate::Points;
use crate::trf::player::Columns;
use alloc::string::String;
use alloc::vec::Vec;

impl Settings {
    /// Line 162: every nine columns a letter, with its points in the four columns after it.
    pub(super) fn point_values(&mut self, columns: &mut Columns<'_>) {
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

    pub(super) fn old_point_value(&mut self, tag: &str, columns: &mut Columns<'_>) {
        let text = columns.text(4, usize::MAX);
        match text.parse() {
            Ok(points) => self.set_points(columns, 1, &tag[2..], points),
            Err(_) => columns.fault(5, "points such as 0.5", text),
        }
    }

    /// `XXS W=3 D=1 PAB=1.5`.
    pub(super) fn javafo_points(&mut self, columns: &mut Columns<'_>) {
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
                    columns.fault(column, "W, D, L, ZPB, FL or PAB; other values are not supported", word);
                    continue;
                }
            };
            self.set_points(columns, column, code, points);
        }
    }
}
