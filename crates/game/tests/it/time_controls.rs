use proptest::prelude::*;
use tabiya_game::TimeControl;

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever is read is written so that it is read again as the same, whoever wrote it.
    #[test]
    fn every_text_is_a_control_or_refused(text in "\\PC{0,12}|[-0-9+/:*.db smhinday]{0,16}") {
        for control in [text.parse(), TimeControl::parse_for_people(&text)].into_iter().flatten() {
            let control: TimeControl = control;
            prop_assert_eq!(control.to_string().parse::<TimeControl>(), Ok(control.clone()));
            // The names and numbers of the control are there for every one.
            prop_assert_eq!(control.class().is_none(), control.initial().is_none());
        }
    }
}
