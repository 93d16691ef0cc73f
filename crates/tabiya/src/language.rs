//! The language of `play` and `inspect` for people. Output for programs is the same in all languages.

use clap::ValueEnum;
use rules::Letters;
use std::env;
use std::ffi::OsString;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Language {
    #[default]
    En,
    #[value(alias = "pt-BR", alias = "pt-PT")]
    Pt,
}

#[derive(clap::Args)]
pub(crate) struct LanguageArgs {
    /// The language: en or pt [default: that of the locale]
    #[arg(long, value_name = "LANGUAGE")]
    lang: Option<Language>,
}

impl LanguageArgs {
    pub(crate) fn language(&self) -> Language {
        self.lang.unwrap_or_else(Language::of_environment)
    }
}

/// The language that a command line asks for, even if its other arguments are invalid.
pub(crate) fn language_of(args: &[OsString]) -> Language {
    let mut args = args.iter().filter_map(|arg| arg.to_str());
    while let Some(arg) = args.next() {
        let value = if arg == "--lang" { args.next() } else { arg.strip_prefix("--lang=") };
        if let Some(value) = value {
            return Language::from_str(value, true).unwrap_or_else(|_| Language::of_environment());
        }
    }
    Language::of_environment()
}

impl Language {
    fn of_environment() -> Language {
        Language::of_locale(|name| env::var(name).ok())
    }

    /// The language of the first variable of the locale that is set.
    fn of_locale(variable: impl Fn(&str) -> Option<String>) -> Language {
        let names = ["LC_ALL", "LC_MESSAGES", "LANG"];
        let locale = names.into_iter().filter_map(variable).find(|value| !value.is_empty());
        if locale.is_some_and(|locale| locale.starts_with("pt")) { Language::Pt } else { Language::En }
    }

    /// The letters of the pieces in moves (law N02).
    pub(crate) const fn letters(self) -> Letters {
        match self {
            Language::En => Letters::English,
            Language::Pt => Letters::Portuguese,
        }
    }

    /// The text in this language.
    pub(crate) fn say<'a>(self, english: &'a str, portuguese: &'a str) -> &'a str {
        match self {
            Language::En => english,
            Language::Pt => portuguese,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Language;

    #[test]
    fn the_locale_decides() {
        let of = |set: &[(&str, &str)]| {
            Language::of_locale(|name| {
                set.iter().find(|(other, _)| *other == name).map(|(_, value)| (*value).to_string())
            })
        };
        assert_eq!(of(&[]), Language::En);
        assert_eq!(of(&[("LANG", "pt_BR.UTF-8")]), Language::Pt);
        assert_eq!(of(&[("LC_ALL", ""), ("LC_MESSAGES", "pt_PT"), ("LANG", "en_US.UTF-8")]), Language::Pt);
        assert_eq!(of(&[("LC_ALL", "C"), ("LANG", "pt_BR.UTF-8")]), Language::En);
    }
}
