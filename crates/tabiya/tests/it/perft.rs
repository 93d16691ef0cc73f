use crate::{START, run};
use serde_json::json;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

#[test]
fn known_counts_with_any_number_of_threads() {
    let check = |fen: &str, depth: u32, nodes: u64| {
        for threads in ["1", "2", "7", "1024"] {
            let run = run(&["perft", "--json", "--fen", fen, &depth.to_string(), "--threads", threads], "");
            assert_eq!((run.code, run.stderr.as_str()), (0, ""));
            assert_eq!(run.stdout, format!(r#"{{"fen":"{fen}","depth":{depth},"nodes":{nodes}}}"#) + "\n");
        }
    };
    check(START, 0, 1);
    check(START, 1, 20);
    check(START, 2, 400);
    check(START, 5, 4_865_609);
    check(KIWIPETE, 4, 4_085_603);
    // Without legal moves there are no paths: mate and stalemate are quick at any depth.
    check(crate::FOOLS_MATE, 0, 1);
    check(crate::FOOLS_MATE, 64, 0);
}

#[test]
fn divide_adds_up_and_is_sorted() {
    for depth in ["1", "2", "3", "4"] {
        let json = run(&["perft", depth, "--fen", KIWIPETE, "--divide", "--json", "--threads", "2"], "");
        let count = &json.json()[0];
        let divide = count["divide"].as_object().unwrap();
        assert_eq!(divide.len(), 48);
        assert_eq!(divide.values().map(|nodes| nodes.as_u64().unwrap()).sum::<u64>(), count["nodes"]);

        let text = run(&["perft", depth, "--fen", KIWIPETE, "--divide"], "");
        let (lines, summary) = text.stdout.split_once("\n\n").unwrap();
        let lines: Vec<_> = lines.lines().collect();
        assert!(lines.is_sorted());
        for line in &lines {
            let (first, nodes) = line.split_once(": ").unwrap();
            assert_eq!(divide[first].to_string(), nodes);
            assert!(json.stdout.contains(&format!(r#""{first}":{nodes}"#)));
        }
        assert!(summary.starts_with(&format!("{} nodes, ", count["nodes"])), "{summary}");
        assert!(summary.ends_with(" Mnodes/s\n"), "{summary}");
    }
}

#[test]
fn the_promised_line() {
    let run = run(&["perft", "4", "--divide", "--json"], "");
    let promised = r#","depth":4,"nodes":197281,"divide":{"a2a3":8457,"a2a4":9329,"b1a3":8885,"#;
    assert!(run.stdout.starts_with(&format!(r#"{{"fen":"{START}"{promised}"#)), "{}", run.stdout);
    let nothing = crate::run(&["perft", "0", "--divide", "--json"], "");
    assert_eq!(nothing.json()[0], json!({"fen": START, "depth": 0, "nodes": 1, "divide": {}}));
}

#[test]
fn chess960_writes_castling_as_king_takes_rook() {
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let first_moves = |args: &[&str]| {
        let run = run(&[&["perft", "1", "--divide", "--json", "--fen", fen], args].concat(), "");
        let count = run.json().remove(0);
        let divide = count["divide"].as_object().unwrap();
        (divide.contains_key("e1g1"), divide.contains_key("e1h1"), count["nodes"].clone())
    };
    assert_eq!(first_moves(&[]), (true, false, json!(15)));
    assert_eq!(first_moves(&["--chess960"]), (false, true, json!(15)));
}

#[test]
fn a_bad_fen_is_named() {
    let fen = "8/8/8/8/8/8/8/8 x - - 0 1";
    let why = r#"turn: expected w or b, found "x" at byte 16"#;
    let person = run(&["perft", "3", "--fen", fen], "");
    assert_eq!((person.code, person.stdout.as_str()), (1, ""));
    assert_eq!(person.stderr, format!("error: {why} in {fen:?}\n"));
    let program = run(&["perft", "3", "--json", "--fen", fen], "");
    assert_eq!((program.code, program.stderr.as_str()), (1, ""));
    assert_eq!(program.json(), [json!({"error": why, "input": fen})]);
}
