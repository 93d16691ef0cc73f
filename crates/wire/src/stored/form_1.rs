//! Rows of form 1, which stored the reason why no mate is possible as an English sentence. The sentences are frozen
//! here, whatever texts the program shows today.

use super::FORM_2;
use serde_json::{Value, json};

/// The same row in the current form; `None` if it needs no change.
pub fn upgraded(row: &str) -> Option<String> {
    // Few rows have such a sentence, and many are read when a server starts.
    if !row.contains(r#""no_mate":""#) {
        return None;
    }
    let mut row: Value = serde_json::from_str(row).ok()?;
    if row.get("form")? != 1 {
        return None;
    }
    for event in row.get_mut("events")?.as_array_mut()? {
        let Some(proof) = event.pointer_mut("/what/ended/proof") else { continue };
        let Some(sentence) = proof.get("no_mate").and_then(Value::as_str) else { continue };
        // An unknown sentence must not make the game unreadable.
        *proof = no_mate(sentence).map_or_else(|| json!("not_asked"), |codes| json!({ "no_mate": codes }));
    }
    row["form"] = FORM_2.into();
    Some(row.to_string())
}

fn no_mate(sentence: &str) -> Option<Value> {
    match sentence.split_once("; ") {
        None => Some(json!({ "of_one": proof(sentence)? })),
        Some((one, other)) => Some(json!({ "of_both": [side(one)?, side(other)?] })),
    }
}

fn side(sentence: &str) -> Option<Value> {
    let (name, why) = sentence.split_once(" cannot mate: ")?;
    matches!(name, "white" | "black").then_some(())?;
    Some(json!([name, proof(why)?]))
}

fn proof(sentence: &str) -> Option<Value> {
    let number = |text: Option<&str>| text?.parse::<usize>().ok();
    Some(match sentence {
        "the game is over" => json!({ "over": {} }),
        "such pieces never give mate" => json!({ "material": {} }),
        "nobody gets through the wall, and no mate is possible behind it" => json!({ "wall": {} }),
        "the only legal move ends all chances of mate" => json!({ "forced": { "moves": 1 } }),
        "every legal move ends all chances of mate" => json!({ "closed": { "positions": 1 } }),
        _ => {
            let moves = sentence.strip_prefix("the next ");
            let moves =
                moves.and_then(|rest| rest.strip_suffix(" moves are forced and end all chances of mate"));
            let positions = sentence.strip_suffix(" positions can be reached, and none of them is the mate");
            match (number(moves), number(positions)) {
                (Some(moves), _) => json!({ "forced": { "moves": moves } }),
                (None, Some(positions)) => json!({ "closed": { "positions": positions } }),
                (None, None) => return None,
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_become_codes() {
        for (sentence, codes) in [
            ("the game is over", r#"{"of_one":{"over":{}}}"#),
            (
                "the next 10 moves are forced and end all chances of mate",
                r#"{"of_one":{"forced":{"moves":10}}}"#,
            ),
            (
                "105 positions can be reached, and none of them is the mate",
                r#"{"of_one":{"closed":{"positions":105}}}"#,
            ),
            (
                "black cannot mate: the only legal move ends all chances of mate; white cannot mate: such pieces never give mate",
                r#"{"of_both":[["black",{"forced":{"moves":1}}],["white",{"material":{}}]]}"#,
            ),
        ] {
            assert_eq!(no_mate(sentence).expect(sentence).to_string(), codes);
        }
        for sentence in ["", "; ", "red cannot mate: x; black cannot mate: x", "the next -1 moves are forced"]
        {
            assert_eq!(no_mate(sentence), None, "{sentence}");
        }
    }

    #[test]
    fn only_rows_of_the_first_form_change() {
        assert_eq!(upgraded(r#"{"form":1,"events":[{"at":1,"what":"paused"}]}"#), None);
        assert_eq!(upgraded(r#"{"form":2,"events":[{"what":{"ended":{"proof":{"no_mate":"x"}}}}]}"#), None);
        let unknown = r#"{"form":1,"events":[{"at":1,"what":{"ended":{"termination":"stalemate","proof":{"no_mate":"x"}}}}]}"#;
        assert!(upgraded(unknown).expect("a row").contains(r#""proof":"not_asked""#));
    }
}
