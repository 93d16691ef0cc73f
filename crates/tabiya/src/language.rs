//! The language in which `play` and `inspect` speak to people. What programs read stays the same in all of them.

use std::env;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
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
        self.lang.unwrap_or_else(|| Language::of_locale(|name| env::var(name).ok()))
    }
}

impl Language {
    /// The language of the first variable of the locale that is set.
    fn of_locale(variable: impl Fn(&str) -> Option<String>) -> Language {
        let names = ["LC_ALL", "LC_MESSAGES", "LANG"];
        let locale = names.into_iter().filter_map(variable).find(|value| !value.is_empty());
        if locale.is_some_and(|locale| locale.starts_with("pt")) { Language::Pt } else { Language::En }
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
