//! Compares with rounds that another program has paired. They are in the folder `TABIYA_SWISS_DATA`, as `trf/ID.trf`
//! and `expected/ID.json`.

use serde_json::Value;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Instant;
use std::{env, fs};
use tabiya_pairing::dutch::{self, Pair, PairingError};
use tabiya_pairing::round_robin::berger;
use tabiya_pairing::tiebreak::{TieBreak, Values};
use tabiya_pairing::trf::Document;

#[test]
#[ignore = "needs a folder of judged tournaments in TABIYA_SWISS_DATA"]
fn all_judged_rounds_are_equal() {
    let folder = folder();
    let only = env::var("TABIYA_SWISS_ONLY").ok();
    let mut names: Vec<_> = fs::read_dir(folder.join("expected"))
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    names.sort();
    let (mut rounds, mut faults) = (0, Vec::new());
    for path in names {
        let id = path.file_stem().expect("a name").to_string_lossy().into_owned();
        if only.as_ref().is_some_and(|only| *only != id) {
            continue;
        }
        let expected: Value = serde_json::from_slice(&fs::read(&path).expect("readable")).expect("JSON");
        let text = fs::read_to_string(folder.join("trf").join(format!("{id}.trf"))).expect("readable");
        let document = Document::parse(&text).unwrap_or_else(|faults| panic!("{id}: {faults}"));
        assert_eq!(document.to_string(), text, "{id}: byte for byte");
        let tournament = &document.tournament;
        for round in expected["rounds"].as_array().expect("rounds") {
            let number = round["round"].as_u64().expect("a number") as usize;
            let present: Vec<usize> = (0..tournament.players.len())
                .filter(|&index| round["absent"].get(tournament.players[index].number.to_string()).is_none())
                .collect();
            let started = Instant::now();
            let found = dutch::pair(tournament, number, &present);
            if env::var("TABIYA_SWISS_TIMES").is_ok() {
                println!("{id} round {number}: {} players, {:?}", present.len(), started.elapsed());
            }
            rounds += 1;
            if round["error"] == 1 {
                if found != Err(PairingError::NoLegalPairing) {
                    faults.push(format!("{id} round {number}: expected no pairing, found {found:?}"));
                }
                continue;
            }
            let found = match found {
                Ok(found) => found,
                Err(error) => {
                    faults.push(format!("{id} round {number}: {error}"));
                    continue;
                }
            };
            let pairs: Vec<[u64; 2]> =
                found.pairs.iter().map(|pair| [pair.white.into(), pair.black.into()]).collect();
            let wanted: Vec<[u64; 2]> = serde_json::from_value(round["pairs"].clone()).expect("pairs");
            let accelerated = !expected["meta"]["baku"].is_null();
            let sorted = |mut pairs: Vec<[u64; 2]>| {
                pairs.sort_unstable();
                pairs
            };
            if sorted(pairs.clone()) != sorted(wanted.clone()) {
                let ours: Vec<_> = pairs.iter().filter(|pair| !wanted.contains(pair)).collect();
                let theirs: Vec<_> = wanted.iter().filter(|pair| !pairs.contains(pair)).collect();
                faults.push(format!("{id} round {number}: {ours:?}, expected {theirs:?}"));
            } else if !accelerated && pairs != wanted {
                faults.push(format!("{id} round {number}: the boards {pairs:?}, expected {wanted:?}"));
            }
            if found.bye.map(u64::from) != round["bye"].as_u64() {
                faults.push(format!("{id} round {number}: bye {:?}, expected {}", found.bye, round["bye"]));
            }
        }
    }
    println!("{rounds} rounds, {} differences", faults.len());
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

fn folder() -> PathBuf {
    PathBuf::from(env::var("TABIYA_SWISS_DATA").expect("TABIYA_SWISS_DATA names a folder"))
}

#[test]
#[ignore = "needs a folder of judged tournaments in TABIYA_SWISS_DATA"]
fn all_judged_tie_breaks_are_equal() {
    let mut faults = Vec::new();
    let mut count = 0;
    for entry in fs::read_dir(folder().join("tiebreaks")).expect("a folder") {
        let judged: Value =
            serde_json::from_slice(&fs::read(entry.expect("an entry").path()).expect("readable"))
                .expect("JSON");
        let id = judged["id"].as_str().expect("an id");
        let text = fs::read_to_string(folder().join("trf").join(format!("{id}.trf"))).expect("readable");
        let tournament = Document::parse(&text).expect("valid").tournament;
        let values = Values::new(&tournament, judged["after_round"].as_u64().expect("a round") as usize);
        for (place, code) in judged["codes"].as_array().expect("codes").iter().enumerate() {
            let tie_break: TieBreak = code.as_str().expect("a code").parse().expect("a known code");
            assert_eq!(tie_break.to_string(), *code);
            for (index, found) in values.all(tie_break).into_iter().enumerate() {
                let number = tournament.players[index].number.to_string();
                let expected = match &judged["players"][&number]["values"][place] {
                    Value::Null => "-".to_string(),
                    Value::String(text) => text.clone(),
                    other => other.to_string(),
                };
                count += 1;
                // The other program writes "0" where we write "0.0".
                let number_of = |text: &str| text.parse::<f64>().ok();
                if number_of(&found.to_string()) != number_of(&expected) {
                    faults.push(format!("{id} {code} of {number}: {found}, expected {expected}"));
                }
            }
        }
    }
    println!("{count} values, {} differences", faults.len());
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
#[ignore = "needs a folder of judged tournaments in TABIYA_SWISS_DATA"]
fn berger_tables_are_equal() {
    let tables: BTreeMap<u32, Vec<Vec<[u32; 2]>>> =
        serde_json::from_slice(&fs::read(folder().join("berger.json")).expect("readable")).expect("JSON");
    assert!(!tables.is_empty());
    for (players, expected) in tables {
        let expected: Vec<Vec<Pair>> = expected
            .iter()
            .map(|round| {
                let pairs = round.iter().map(|&[white, black]| Pair { white, black });
                pairs.filter(|pair| pair.white <= players && pair.black <= players).collect()
            })
            .collect();
        assert_eq!(berger(players), expected, "{players} players");
    }
}
