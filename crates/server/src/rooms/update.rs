//! What has just happened in a room, encoded once for all who follow it.
