//! See the room's table.
