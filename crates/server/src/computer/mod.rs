//! The computer as an opponent: jobs that are bounded in number and time, and fair between games.
