//! Who may act as an arbiter or an administrator.
