//! Security headers.
