use proptest::prelude::*;
use tabiya_game::TimeControl;

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// A control that was parsed, in either form, is written so that it is parsed as the same control.
    #[test]
    fn every_text_is_a_control_or_refused(text in "\\PC{0,12}|[-0-9+/:*.db smhinday]{0,16}") {
        for control in [text.parse(), TimeControl::parse_for_people(&text)].into_iter().flatten() {
            let control: TimeControl = control;
            prop_assert_eq!(control.to_string().parse::<TimeControl>(), Ok(control.clone()));
            // These functions accept every control.
            prop_assert_eq!(control.class().is_none(), control.initial().is_none());
        }
    }
}

/// Checks a text for people against the same control in PGN's form; `None` if the text is not understood.
#[track_caller]
fn for_people(text: &str, pgn: Option<&str>) {
    let control = TimeControl::parse_for_people(text).ok().map(|control| control.to_string());
    assert_eq!(control.as_deref(), pgn, "{text}");
}

#[test]
fn minutes_and_seconds_are_two_plain_numbers() {
    for_people("0:12", Some("12"));
    for_people("5:59", Some("359"));
    for_people("100:30", Some("6030"));
    for not_a_time in ["1000:30", "5:60", "5:3", "5:300", "+5:30", "5:+3", ":30", "5:", "x:30"] {
        for_people(not_a_time, None);
    }
}

/// A longer list of hours used to be summed recursively, to more than can be parsed again.
#[test]
fn hours_and_minutes_are_said_once_and_fit() {
    for_people("1h30", Some("5400"));
    for_people("876000h", Some("3153600000"));
    for_people("876000h1", None);
    for_people("1h1h1", None);
    for_people("1h30h", None);
    for_people(&"8h".repeat(1_000_000), None);
}

#[test]
fn days_for_each_move() {
    for text in ["3 days a move", "3 days per move", "3 days / move", "3 dias por lance", "3 days"] {
        for_people(text, Some("1/259200"));
    }
}

#[test]
fn errors_say_what_was_expected() {
    let said = |text: &str| text.parse::<TimeControl>().expect_err("an error").to_string();
    assert!(said("five").contains("a number of seconds, such as 300"), "{}", said("five"));
    assert!(said("*0").contains("some time in the hourglass"), "{}", said("*0"));
}

#[test]
fn classes_have_names() {
    let class = |text: &str| TimeControl::parse_for_people(text).ok()?.class().map(|class| class.to_string());
    for (control, name) in [
        ("1", "bullet"),
        ("3+2", "blitz"),
        ("15", "rapid"),
        ("90m+30s", "classical"),
        ("3 days", "correspondence"),
    ] {
        assert_eq!(class(control).as_deref(), Some(name), "{control}");
    }
}
