//! Writes a file. Unchanged lines stay as they were.

use super::{Content, Dialect, Document, Line, player, settings};
use crate::Tournament;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

impl fmt::Display for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let current = Tournament { players: Vec::new(), ..self.tournament.clone() };
        let new_settings = (current != self.original).then(|| self.setting_lines());
        let has_settings = self.lines.iter().any(|line| line.content == Content::Setting);
        let last_player = self.lines.iter().rposition(|line| matches!(line.content, Content::Player(_)));
        let known = |number: u32| {
            self.lines
                .iter()
                .any(|line| matches!(&line.content, Content::Player(player) if player.number == number))
        };
        let added: Vec<usize> = (0..self.tournament.players.len())
            .filter(|&index| !known(self.tournament.players[index].number))
            .collect();
        let ending = self.ending();
        let mut pending = new_settings.as_ref();
        for (position, line) in self.lines.iter().enumerate() {
            let is_settings_place = match &line.content {
                Content::Setting => true,
                Content::Player(_) => !has_settings,
                Content::Other => false,
            };
            if let (true, Some(lines)) = (is_settings_place, pending.take_if(|_| is_settings_place)) {
                for line in lines {
                    write!(f, "{line}{ending}")?;
                }
            }
            match &line.content {
                Content::Setting if new_settings.is_some() => continue,
                Content::Player(original) => match self.tournament.index_of(original.number) {
                    Some(index) if self.tournament.players[index] == *original => f.write_str(&line.text)?,
                    Some(index) => f.write_str(&self.player_line(index))?,
                    // The player was removed.
                    None => continue,
                },
                _ => f.write_str(&line.text)?,
            }
            let is_last = position + 1 == self.lines.len();
            f.write_str(if is_last && !added.is_empty() && line.ending.is_empty() {
                &ending
            } else {
                &line.ending
            })?;
            if Some(position) == last_player {
                for &index in &added {
                    write!(f, "{}{ending}", self.player_line(index))?;
                }
            }
        }
        if last_player.is_none() {
            for &index in &added {
                write!(f, "{}{ending}", self.player_line(index))?;
            }
        }
        Ok(())
    }
}

impl Document {
    fn player_line(&self, index: usize) -> String {
        let player = &self.tournament.players[index];
        let rounds = player.rounds.len();
        let points = player.stated_points.unwrap_or_else(|| self.tournament.score(index, rounds));
        player::format(player, points, rounds)
    }

    fn setting_lines(&self) -> Vec<String> {
        match self.dialect {
            Dialect::Trf26 => settings::new_lines(&self.tournament),
            Dialect::Trf16 => settings::old_lines(&self.tournament),
        }
    }

    /// Creates all lines of a new file.
    pub(super) fn write_all(&mut self) {
        let ending = String::from("\n");
        let mut lines = alloc::vec![(format!("012 {}", self.tournament.name), Content::Other)];
        lines.push((format!("062 {}", self.tournament.players.len()), Content::Other));
        lines.extend(self.setting_lines().into_iter().map(|line| (line, Content::Setting)));
        for (index, player) in self.tournament.players.iter().enumerate() {
            lines.push((self.player_line(index), Content::Player(player.clone())));
        }
        self.lines =
            lines.into_iter().map(|(text, content)| Line { text, ending: ending.clone(), content }).collect();
    }

    /// Sets the stated points of every player to the points after the last paired round.
    pub fn update_points(&mut self) {
        let rounds = self.tournament.paired_rounds();
        for index in 0..self.tournament.players.len() {
            let points = self.tournament.score(index, rounds);
            self.tournament.players[index].stated_points = Some(points);
        }
    }
}
