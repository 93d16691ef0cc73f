//! A game that is offered and not yet accepted.
