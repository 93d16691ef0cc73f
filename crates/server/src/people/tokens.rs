//! Personal tokens; only their hashes are kept.
