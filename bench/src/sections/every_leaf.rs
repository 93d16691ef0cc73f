//! Counting paths with every last move really made: what an engine or a reader of games feels.

use super::Effort;
use crate::measure::{Case, Contestant, race};
use crate::peers::{Chess, Cozy, MakeLeaves, PlainApi, Shakmaty, Tabiya};
use crate::positions::{KNOWN, Known};
use crate::progress::Progress;
use crate::report::Table;
use tabiya_rules::cpu::Limit;

pub(super) fn run(effort: &Effort) -> Table {
    let less = 1 + usize::from(effort.quick);
    let cases: Vec<Case> = KNOWN.iter().map(|known| case(known, less)).collect();
    let rates = race(&cases, effort.rounds, &Progress::new("every-leaf"));
    Table::new("every-leaf", "Mnodes/s", &cases, rates)
}

fn case(known: &Known, less: usize) -> Case {
    let (depth, count) = known.shallower(less);
    let contestants = vec![
        Contestant::ours("tabiya", Limit::None, work::<Tabiya>(known, depth)),
        Contestant::ours("tabiya, plain API", Limit::None, work::<PlainApi>(known, depth)),
        Contestant::peer("cozy-chess", work::<Cozy>(known, depth)),
        Contestant::peer("chess", work::<Chess>(known, depth)),
        Contestant::peer("shakmaty", work::<Shakmaty>(known, depth)),
    ];
    Case { name: known.name.to_owned(), count, contestants }
}

fn work<L: MakeLeaves>(known: &Known, depth: u32) -> impl Fn() -> u64 + 'static {
    let position = L::read_fen(known.fen).expect("everybody reads the known positions");
    move || L::make_leaves(&position, depth)
}
