//! Players, sessions, accounts and tokens, as they are kept.
