//! The UMA protocol (uma 1 to 12): so far the keys that every platform has from the start.

pub mod keys;
