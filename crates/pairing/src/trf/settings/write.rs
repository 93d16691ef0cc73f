//! Writes the setting lines of a tournament, in both dialects.

use crate::{Acceleration, Color, PlayerOrder, PointSystem, Points, System, Tournament};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Setting lines in the new dialect (TRF26).
pub(in crate::trf) fn new_lines(tournament: &Tournament) -> Vec<String> {
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

/// Setting lines in the old dialect (TRF16).
pub(in crate::trf) fn old_lines(tournament: &Tournament) -> Vec<String> {
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
