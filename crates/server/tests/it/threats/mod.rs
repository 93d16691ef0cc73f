//! Attacks, cheating and accidents: tests for each row of `docs/threats.md`, against a real server on a real port.

mod applications;
mod disk;
mod doors;
mod exports;
mod flood;
mod page;
mod people;
mod play;
mod programs;
mod texts;
