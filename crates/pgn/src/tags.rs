//! The tag pairs of a game.

/// The seven tags that every game has, in their order.
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

/// Why a tag cannot have that name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the name of a tag has letters, digits and underscores, and at least one")]
#[non_exhaustive]
pub struct TagNameError;

impl Tags {
    /// The value of a tag.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.pairs.iter().find(|(known, _)| **known == *name).map(|(_, value)| &**value)
    }

    /// Gives a tag a value, in place of its old one if it has one. Line ends become spaces.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), TagNameError> {
        let is_good = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        if name.is_empty() || !name.bytes().all(is_good) {
            return Err(TagNameError);
        }
        self.set_known(name, value);
        Ok(())
    }

    /// Names and values in their order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.pairs.iter().map(|(name, value)| (&**name, &**value))
    }

    /// [`Tags::set`] with a name that is good, or was good enough to be read.
    pub(crate) fn set_known(&mut self, name: &str, value: &str) {
        let value = value.replace(['\n', '\r'], " ");
        match self.pairs.iter_mut().find(|(known, _)| **known == *name) {
            Some(pair) => pair.1 = value.into(),
            None => self.pairs.push((name.into(), value.into())),
        }
    }

    /// Spells the name of a tag like this, however it was spelt. Of several the last one counts, as for the reader.
    pub(crate) fn spell(&mut self, name: &str) {
        let Some(last) = self.pairs.iter().rposition(|(known, _)| known.eq_ignore_ascii_case(name)) else {
            return;
        };
        let (_, value) = self.pairs.remove(last);
        self.pairs.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
        self.pairs.push((name.into(), value));
    }
}
