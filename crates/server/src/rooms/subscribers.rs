//! Who follows a room.
