//! The part of the program that others can run as well: the arbiter without its standard input and output.
//!
//! ```
//! use tabiya::arbiter::Arbiter;
//!
//! let mut arbiter = Arbiter::default();
//! arbiter.answer(br#"{"do":"start","time":"180+2"}"#);
//! let answer = arbiter.answer(br#"{"do":"move","move":"Nf3","at":1500}"#);
//! let json = serde_json::to_value(&answer)?;
//! assert_eq!((&json["ok"], &json["turn"]), (&true.into(), &"black".into()));
//! # Ok::<(), serde_json::Error>(())
//! ```

pub mod arbiter;
