//! A file of the page as a stream of bytes.

use js_sys::{Function, Uint8Array};
use std::io::{self, Read};
use std::ops::ControlFlow;
use wasm_bindgen::{JsCast, JsValue};
use wire::{OpeningKeys, list_games};

/// Asks the page for the next bytes.
struct Source<'a> {
    read: &'a Function,
    /// The exception that the page threw, to be thrown again.
    thrown: &'a mut Option<JsValue>,
}

impl Read for Source<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let wanted = JsValue::from_f64(buffer.len() as f64);
        let answer = self.read.call1(&JsValue::NULL, &wanted).and_then(JsCast::dyn_into::<Uint8Array>);
        match answer {
            Ok(bytes) if bytes.length() as usize <= buffer.len() => {
                let count = bytes.length() as usize;
                bytes.copy_to(&mut buffer[..count]);
                Ok(count)
            }
            Ok(_) => Err(io::Error::other("more bytes than were asked for")),
            Err(thrown) => {
                *self.thrown = Some(thrown);
                Err(io::Error::other("the file cannot be read"))
            }
        }
    }
}

pub(crate) fn list(read: &Function, tell: &Function, openings: &[u64]) -> Result<(), JsValue> {
    let (mut read_error, mut tell_error) = (None, None);
    let source = Source { read, thrown: &mut read_error };
    let listed = list_games(source, &OpeningKeys::new(openings), |game| {
        match tell.call1(&JsValue::NULL, &JsValue::from_str(&crate::json(&game))) {
            Ok(_) => ControlFlow::Continue(()),
            Err(thrown) => {
                tell_error = Some(thrown);
                ControlFlow::Break(())
            }
        }
    });
    match (listed, read_error.or(tell_error)) {
        (_, Some(thrown)) => Err(thrown),
        (Err(error), None) => Err(JsValue::from_str(&error.to_string())),
        (Ok(()), None) => Ok(()),
    }
}
