//! The books (money 2.1).

mod verify;

pub use verify::Verify;
