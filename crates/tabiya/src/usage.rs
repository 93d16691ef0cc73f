//! Usage errors of `play` and `inspect` in Portuguese. clap has only English texts.

use crate::language::{Language, language_of};
use crate::portuguese;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use game::ParseTimeControlError;
use std::error::Error;
use std::ffi::OsString;

/// The error in Portuguese; `None` if it is to be shown in English.
pub(crate) fn in_portuguese(error: &clap::Error, args: &[OsString]) -> Option<String> {
    let command = args.get(1)?.to_str()?;
    if !matches!(command, "play" | "inspect") || language_of(args) == Language::En {
        return None;
    }
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        Some(ContextValue::Strings(texts)) => Some(texts.join(", ")),
        _ => None,
    };
    let argument = context(ContextKind::InvalidArg).unwrap_or_default();
    let value = context(ContextKind::InvalidValue).unwrap_or_default();
    let message = match error.kind() {
        ErrorKind::InvalidValue if value.is_empty() => format!("falta o valor de {argument}"),
        ErrorKind::InvalidValue => {
            let possible = context(ContextKind::ValidValue);
            let possible = possible.map(|values| format!(": é possível {values}")).unwrap_or_default();
            format!("{value:?} não serve para {argument}{possible}")
        }
        ErrorKind::ValueValidation => {
            let time = error.source().and_then(|source| source.downcast_ref::<ParseTimeControlError>());
            let why = time.map_or_else(|| "o valor é de 1 a 8".into(), portuguese::time_error);
            format!("{value:?} não serve para {argument}: {why}")
        }
        ErrorKind::UnknownArgument => format!("não se conhece o argumento {argument}"),
        ErrorKind::ArgumentConflict => {
            let other = context(ContextKind::PriorArg).unwrap_or_default();
            match other == argument {
                true => format!("{argument} só se usa uma vez"),
                false => format!("{argument} não se usa junto com {other}"),
            }
        }
        ErrorKind::NoEquals | ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues => {
            format!("{argument} tem outro número de valores")
        }
        ErrorKind::TooManyValues => format!("{value:?} é um valor a mais para {argument}"),
        ErrorKind::InvalidUtf8 => "um argumento não é UTF-8".into(),
        _ => return None,
    };
    Some(format!("erro: {message}\n\n`tabiya {command} --help` explica o uso, em inglês."))
}
