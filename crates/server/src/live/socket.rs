//! One socket, one task.
