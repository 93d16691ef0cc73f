//! The same types for TypeScript, in one file of the page. A test says when that file is stale.

use crate::told::{End, Told};
use crate::{
    Answer, CanMate, Clock, Complaint, Control, FaultShown, FenField, Fine, Games, Inspection, LettersName,
    Material, Mating, NoMateOf, PartName, Playable, Played, ProofKind, ReadMove, Replay, ReplayRequest, Side,
    StageShown, State, Status, Step, Tree, TreeNode, TreeText, Unreadable, WantedNode, WantedTree, Wrong,
};
use std::path::Path;
use ts_rs::{Config, TS};

const HEAD: &str = "// The messages of crates/wire. Written by `make types`; a test compares.\n\n";

/// The declarations of some types, one after the other.
macro_rules! declarations {
    ($($type:ty),* $(,)?) => {{
        // JSON has numbers, and none of ours needs more than 53 bits.
        let config = Config::new().with_large_int("number");
        [$(format!("export {}\n", <$type>::decl(&config))),*].concat()
    }};
}

#[test]
fn the_types_of_the_page_are_those_of_the_wire() {
    let types = declarations!(
        Side,
        Clock,
        State,
        NoMateOf,
        ProofKind,
        Answer,
        Told,
        End,
        ReplayRequest,
        LettersName,
        Replay,
        Step,
        Played,
        Material,
        Inspection,
        Playable,
        Status,
        Complaint,
        Unreadable,
        FenField,
        Mating,
        CanMate,
        Control,
        Fine,
        StageShown,
        ReadMove,
        Games,
        Tree,
        TreeNode,
        FaultShown,
        Wrong,
        PartName,
        WantedTree,
        WantedNode,
        TreeText,
    );
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/wire.ts");
    let written = format!("{HEAD}{types}");
    if std::env::var_os("TABIYA_WRITE_TYPES").is_some() {
        std::fs::write(&file, &written).expect("the page's sources are there");
    }
    let found = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(found == written, "web/src/wire.ts is stale: run `make types`");
}
