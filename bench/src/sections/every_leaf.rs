//! Perft with every last move made, which is what matters to an engine or a reader of games.

use super::Effort;
use crate::measure::{Case, Contestant, race};
use crate::peers::{Chess, Cozy, MakeLeaves, PlainApi, Shakmaty, Tabiya};
use crate::positions::{PERFT_POSITIONS, PerftPosition};
use crate::progress::Progress;
use crate::report::Table;
use tabiya_rules::cpu::Limit;

pub(super) fn run(effort: &Effort) -> Table {
    let less = 1 + usize::from(effort.quick);
    let cases: Vec<Case> = PERFT_POSITIONS.iter().map(|known| case(known, less)).collect();
    let rates = race(&cases, effort.rounds, &Progress::new("every-leaf"));
    Table::new("every-leaf", "Mnodes/s", &cases, rates)
}

fn case(known: &PerftPosition, less: usize) -> Case {
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

fn work<L: MakeLeaves>(known: &PerftPosition, depth: u32) -> impl Fn() -> u64 + 'static {
    let position = L::read_fen(known.fen).expect("every library reads these positions");
    move || L::make_leaves(&position, depth)
}
