//! A report file is refused with the places of its faults, or written back byte for byte; pairing and standings never
//! panic on it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tabiya_pairing::tiebreak::TieBreak;
use tabiya_pairing::trf::Document;
use tabiya_pairing::{check, dutch, standings};

const TIE_BREAKS: [&str; 9] = ["DE", "BH/M1", "FB/C1", "SB/C1", "AOB", "KS/L+1", "PS/C1", "TPR", "PTP"];

fuzz_target!(|text: &str| {
    let Ok(document) = Document::parse(text) else { return };
    assert_eq!(document.to_string(), text);
    let tournament = &document.tournament;
    let rounds = tournament.paired_rounds();
    if tournament.players.len() > 20 || rounds > 12 {
        return;
    }
    let codes: Vec<TieBreak> = TIE_BREAKS.iter().map(|code| code.parse().expect("a known code")).collect();
    let _ = standings::standings(tournament, rounds, &codes);
    let _ = check::check(tournament).count();
    let _ = dutch::explain(tournament, rounds + 1, &tournament.available(rounds + 1));
});
