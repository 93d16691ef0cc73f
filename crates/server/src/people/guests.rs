//! Players without an account.
