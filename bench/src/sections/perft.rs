//! Perft with bulk counting where the library supports it.

use super::Effort;
use crate::measure::{Case, Contestant, race};
use crate::peers::{Chess, Cozy, Perft, PlainApi, Shakmaty, Tabiya};
use crate::positions::{PERFT_POSITIONS, PerftPosition};
use crate::progress::Progress;
use crate::report::Table;
use tabiya_rules::cpu::Limit;

pub(super) fn run(effort: &Effort) -> Table {
    let less = usize::from(effort.quick);
    let cases: Vec<Case> = PERFT_POSITIONS.iter().map(|known| case(known, less)).collect();
    let rates = race(&cases, effort.rounds, &Progress::new("perft"));
    Table::new("perft", "Mnodes/s", &cases, rates)
}

fn case(known: &PerftPosition, less: usize) -> Case {
    let (depth, count) = known.shallower(less);
    let contestants = vec![
        Contestant::ours("tabiya", Limit::None, work::<Tabiya>(known, depth)),
        Contestant::ours("tabiya, plain API", Limit::None, work::<PlainApi>(known, depth)),
        Contestant::ours("tabiya, no BMI2", Limit::NoBmi2, work::<Tabiya>(known, depth)),
        Contestant::ours("tabiya, baseline", Limit::Baseline, work::<Tabiya>(known, depth)),
        Contestant::peer("cozy-chess", work::<Cozy>(known, depth)),
        Contestant::peer("chess", work::<Chess>(known, depth)),
        Contestant::peer("shakmaty", work::<Shakmaty>(known, depth)),
    ];
    Case { name: known.name.to_owned(), count, contestants }
}

fn work<L: Perft>(known: &PerftPosition, depth: u32) -> impl Fn() -> u64 + 'static {
    let position = L::read_fen(known.fen).expect("every library reads these positions");
    move || L::perft(&position, depth)
}
