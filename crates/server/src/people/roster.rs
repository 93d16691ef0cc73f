//! A pasted list of people, one per line, and the account names they get.

use crate::identity::name::{BadName, UserName};
use crate::sanitize::display_name;

/// The most people in one list.
pub const MAX_PEOPLE: usize = 200;
/// The longest account name.
const MAX_NAME: usize = 20;

/// One person of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The line as it was pasted, tidied.
    pub line: String,
    /// The name of the new account.
    pub name: Result<UserName, BadName>,
    /// The person's real name, if the line has one.
    pub real_name: Option<String>,
}

/// Parses a list. `anna; Anna Souza` gives both names, `Anna Souza` the real name, from which a free account name is
/// made, and `anna7` alone is the account name.
pub fn parse(list: &str, is_taken: impl Fn(&str) -> bool) -> Vec<Entry> {
    let mut taken: Vec<String> = Vec::new();
    let mut entries = Vec::new();
    for line in list.lines().filter_map(display_name) {
        let (name, real_name) = match line.split_once([';', '\t']) {
            Some((name, real)) => (UserName::parse(name.trim()), display_name(real)),
            None if UserName::parse(&line).is_ok() => (UserName::parse(&line), None),
            None => {
                let is_free = |name: &UserName| !is_taken(&name.id()) && !taken.contains(&name.id());
                (derive_name(&line, is_free), Some(line.clone()))
            }
        };
        if let Ok(name) = &name {
            taken.push(name.id());
        }
        entries.push(Entry { line, name, real_name });
    }
    entries
}

/// An account name made from a real name: `José da Silva` becomes `Jose-da-Silva`, or `Jose-da-Silva-2`.
fn derive_name(real_name: &str, is_free: impl Fn(&UserName) -> bool) -> Result<UserName, BadName> {
    let mut plain = String::new();
    for letter in real_name.chars() {
        match ascii(letter) {
            Some(letters) => plain.push_str(letters),
            None if letter.is_ascii_alphanumeric() => plain.push(letter),
            None if !plain.is_empty() && !plain.ends_with('-') => plain.push('-'),
            None => {}
        }
    }
    let plain = plain.trim_matches('-');
    let base = if plain.len() < 2 { "player" } else { plain };
    let cut = |room: usize| base[..base.len().min(room)].trim_end_matches('-');
    let mut numbered = (2..10_000).map(|number| {
        let suffix = format!("-{number}");
        format!("{}{suffix}", cut(MAX_NAME - suffix.len()))
    });
    let mut candidates = std::iter::once(cut(MAX_NAME).to_owned()).chain(&mut numbered);
    let found = candidates.find_map(|text| UserName::parse(&text).ok().filter(&is_free));
    found.ok_or(BadName::Reserved)
}

/// Letters of European languages without their accents.
fn ascii(letter: char) -> Option<&'static str> {
    Some(match letter {
        'à' | 'á' | 'â' | 'ã' | 'å' | 'ā' | 'ă' | 'ą' => "a",
        'À' | 'Á' | 'Â' | 'Ã' | 'Å' | 'Ā' | 'Ă' | 'Ą' => "A",
        'ä' | 'æ' => "ae",
        'Ä' | 'Æ' => "Ae",
        'ç' | 'ć' | 'č' => "c",
        'Ç' | 'Ć' | 'Č' => "C",
        'ď' | 'đ' | 'ð' => "d",
        'Ď' | 'Đ' | 'Ð' => "D",
        'è' | 'é' | 'ê' | 'ë' | 'ē' | 'ė' | 'ę' | 'ě' => "e",
        'È' | 'É' | 'Ê' | 'Ë' | 'Ē' | 'Ė' | 'Ę' | 'Ě' => "E",
        'ğ' => "g",
        'Ğ' => "G",
        'ì' | 'í' | 'î' | 'ï' | 'ī' | 'į' | 'ı' => "i",
        'Ì' | 'Í' | 'Î' | 'Ï' | 'Ī' | 'Į' | 'İ' => "I",
        'ł' | 'ľ' => "l",
        'Ł' | 'Ľ' => "L",
        'ñ' | 'ń' | 'ň' => "n",
        'Ñ' | 'Ń' | 'Ň' => "N",
        'ò' | 'ó' | 'ô' | 'õ' | 'ø' | 'ō' | 'ő' => "o",
        'Ò' | 'Ó' | 'Ô' | 'Õ' | 'Ø' | 'Ō' | 'Ő' => "O",
        'ö' | 'œ' => "oe",
        'Ö' | 'Œ' => "Oe",
        'ř' => "r",
        'Ř' => "R",
        'ś' | 'š' | 'ş' | 'ș' => "s",
        'Ś' | 'Š' | 'Ş' | 'Ș' => "S",
        'ß' => "ss",
        'ť' | 'ţ' | 'ț' => "t",
        'Ť' | 'Ţ' | 'Ț' => "T",
        'ù' | 'ú' | 'û' | 'ū' | 'ů' | 'ű' | 'ų' => "u",
        'Ù' | 'Ú' | 'Û' | 'Ū' | 'Ů' | 'Ű' | 'Ų' => "U",
        'ü' => "ue",
        'Ü' => "Ue",
        'ý' | 'ÿ' => "y",
        'Ý' => "Y",
        'ź' | 'ż' | 'ž' => "z",
        'Ź' | 'Ż' | 'Ž' => "Z",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(list: &str) -> Vec<(String, Option<String>)> {
        let name = |entry: Entry| {
            (entry.name.map_or_else(|error| format!("! {error}"), |name| name.to_string()), entry.real_name)
        };
        parse(list, |id| id == "anna-souza").into_iter().map(name).collect()
    }

    #[test]
    fn a_typical_class_list_is_parsed() {
        let list = "José da Silva\r\n\n  Anna  Souza \nAnna Souza\nzoe7\nbob; Robert Łukasz Müller\nMaria Aparecida dos Santos Oliveira\n李小龙\n";
        let real = |text: &str| Some(text.to_owned());
        assert_eq!(
            names(list),
            [
                ("Jose-da-Silva".into(), real("José da Silva")),
                ("Anna-Souza-2".into(), real("Anna Souza")),
                ("Anna-Souza-3".into(), real("Anna Souza")),
                ("zoe7".into(), None),
                ("bob".into(), real("Robert Łukasz Müller")),
                ("Maria-Aparecida-dos".into(), real("Maria Aparecida dos Santos Oliveira")),
                ("player".into(), real("李小龙")),
            ]
        );
    }

    #[test]
    fn invalid_names_are_reported() {
        assert_eq!(names("x y z; X")[0].0, format!("! {}", BadName::Character));
        assert_eq!(names("admin; Boss")[0].0, format!("! {}", BadName::Reserved));
        assert_eq!(names("Admin")[0].0, "Admin-2", "a real name gets a name that is not reserved");
        assert_eq!(names(" \n\u{202e}\n"), []);
    }
}
