//! The tag pairs of a game.

/// The seven tag roster: the tags that every game has, in order.
pub(crate) const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// The tag pairs of a game, in the order of the file, each name once.
///
/// ```
/// use tabiya_pgn::Tags;
/// let mut tags = Tags::default();
/// tags.set("White", "Greco")?;
/// assert_eq!(tags.get("White"), Some("Greco"));
/// assert!(tags.set("Not a name", "").is_err());
/// # Ok::<(), tabiya_pgn::TagNameError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags {
    pairs: Vec<(Box<str>, Box<str>)>,
}

/// The name of a tag is not valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a tag name consists of one or more letters, digits and underscores")]
#[non_exhaustive]
pub struct TagNameError;

impl Tags {
    /// The value of a tag.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.pairs.iter().find(|(known, _)| **known == *name).map(|(_, value)| &**value)
    }

    /// Sets the value of a tag, and replaces the old one. Line ends become spaces.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), TagNameError> {
        let is_good = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        if name.is_empty() || !name.bytes().all(is_good) {
            return Err(TagNameError);
        }
        self.set_known(name, value);
        Ok(())
    }

    /// Names and values, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.pairs.iter().map(|(name, value)| (&**name, &**value))
    }

    /// [`Tags::set`] with a name that is known to be valid, or that was read from a file.
    pub(crate) fn set_known(&mut self, name: &str, value: &str) {
        let value = value.replace(['\n', '\r'], " ");
        match self.pairs.iter_mut().find(|(known, _)| **known == *name) {
            Some(pair) => pair.1 = value.into(),
            None => self.pairs.push((name.into(), value.into())),
        }
    }

    /// Gives a tag the canonical spelling of its name. If it occurs in several spellings the last one is kept, as in
    /// the reader.
    pub(crate) fn spell(&mut self, name: &str) {
        let Some(last) = self.pairs.iter().rposition(|(known, _)| known.eq_ignore_ascii_case(name)) else {
            return;
        };
        let (_, value) = self.pairs.remove(last);
        self.pairs.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
        self.pairs.push((name.into(), value));
    }
}
