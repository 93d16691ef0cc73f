//! What the program says and hears as JSON.
//!
//! The [`Arbiter`] runs one game by lines of JSON. The same words for actions and events travel on the live channel.
//!
//! ```
//! use tabiya_wire::Arbiter;
//!
//! let mut arbiter = Arbiter::default();
//! arbiter.answer(br#"{"do":"start","time":"180+2"}"#);
//! let answer = arbiter.answer(br#"{"do":"move","move":"Nf3","at":1500}"#);
//! let json = serde_json::to_value(&answer)?;
//! assert_eq!((&json["ok"], &json["turn"]), (&true.into(), &"black".into()));
//! # Ok::<(), serde_json::Error>(())
//! ```
//!
//! The domain does not know of JSON: a name that changes there changes nothing here.

mod answer;
mod arbiter;
pub mod live;
mod request;
pub mod settings;
pub mod stored;
mod told;

pub use answer::Answer;
pub use arbiter::Arbiter;
pub use request::{Side, Who};
