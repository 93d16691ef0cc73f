//! The accept loop: own, on hyper, because axum's has no time-out for a head that never ends.
