//! The questions: sets of positions, some with known answers.

use super::own;
use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use tabiya_rules::{Color, Position};

/// Can this side still win?
pub(super) struct Question {
    pub(super) position: Position,
    /// The same position in the peer's type.
    pub(super) peer: chess::Board,
    pub(super) color: Color,
    /// The answer, if it is known for certain.
    pub(super) label: Option<bool>,
}

pub(super) struct Set {
    pub(super) name: &'static str,
    pub(super) questions: Vec<Question>,
    /// The number of positions that one of the solvers does not accept.
    pub(super) skipped: usize,
}

/// The collections of a data folder, by the names of their files.
const FILES: [(&str, &[&str]); 6] = [
    ("real timeouts", &["certified_lichess_30k", "certified_lichess_65536"]),
    ("unfair flag falls", &["certified_unfair_2013_to_2022-04", "jed_unfair_by_category"]),
    ("walls", &["certified_varmose_dead_2020-05_06"]),
    ("random games", &["certified_random_games"]),
    ("composed", &["certified_chasolver_positions", "certified_issues_and_forums"]),
    ("adversarial", &["chasolver3_static_refuted", "chasolver3_undetermined"]),
];

/// Our own positions, then the collections of the data folder, if there is one.
pub(super) fn default_sets(data: Option<&Path>) -> Vec<Set> {
    let mut sets: Vec<Set> =
        own::positions().into_iter().map(|(name, positions)| Set::unlabelled(name, &positions)).collect();
    let Some(folder) = data else { return sets };
    for (name, files) in FILES {
        let read = |file: &&str| fs::read_to_string(folder.join(file).with_extension("tsv")).ok();
        let texts: Vec<String> = files.iter().filter_map(read).collect();
        if texts.is_empty() {
            println!("{name}: not in {}, left out", folder.display());
        } else {
            sets.push(Set::labelled(name, &texts));
        }
    }
    sets
}

/// A file that cannot be read stops the program, because it was named explicitly.
pub(super) fn from_files(paths: &[PathBuf]) -> Vec<Set> {
    let set = |path: &PathBuf| {
        let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Set::labelled(name.leak(), &[text])
    };
    paths.iter().map(set).collect()
}

impl Set {
    fn new(name: &'static str) -> Set {
        Set { name, questions: Vec::new(), skipped: 0 }
    }

    fn unlabelled(name: &'static str, positions: &[Position]) -> Set {
        let mut set = Set::new(name);
        for position in positions {
            set.add(position, Color::ALL.map(|color| (color, None)));
        }
        set
    }

    /// Lines of `fen, white can win, black can win, certificate, note`, with 1, 0, or ? for unknown, which is not
    /// asked. The certificate may be missing; an answer that is only `claimed` is not used as a label.
    fn labelled(name: &'static str, texts: &[String]) -> Set {
        let mut set = Set::new(name);
        for line in texts.iter().flat_map(|text| text.lines()).filter(|line| !line.starts_with('#')) {
            let fields: Vec<&str> = line.split('\t').collect();
            let position: Position = match fields[0].parse() {
                Ok(position) => position,
                Err(_) => {
                    set.skipped += 1;
                    continue;
                }
            };
            let certificates: Vec<&str> =
                fields.get(3).map_or(Vec::new(), |field| field.split('|').collect());
            let stated = Color::ALL.into_iter().enumerate().filter_map(|(place, color)| {
                let stated = match *fields.get(1 + place)? {
                    "1" => true,
                    "0" => false,
                    _ => return None,
                };
                let claimed =
                    certificates.get(place).is_some_and(|certificate| certificate.contains("claimed"));
                Some((color, (!claimed).then_some(stated)))
            });
            set.add(&position, stated);
        }
        set
    }

    fn add(&mut self, position: &Position, questions: impl IntoIterator<Item = (Color, Option<bool>)>) {
        let Some(peer) = for_peer(position) else {
            self.skipped += 1;
            return;
        };
        let question = |(color, label)| Question { position: *position, peer, color, label };
        self.questions.extend(questions.into_iter().map(question));
    }

    /// At most this many questions, evenly spread.
    pub(super) fn sample(mut self, most: Option<usize>) -> Set {
        if let Some(most) = most {
            let step = self.questions.len().div_ceil(most).max(1);
            // An odd step alternates between the two sides.
            self.questions = self.questions.into_iter().step_by(step | usize::from(step > 1)).collect();
        }
        self
    }
}

/// The peer's move lists have room for 18 moving pieces and are not bounds-checked.
fn for_peer(position: &Position) -> Option<chess::Board> {
    let too_many = Color::ALL.into_iter().any(|color| position.board().by_color(color).len() > 16);
    if too_many { None } else { chess::Board::from_str(&position.fen()).ok() }
}
