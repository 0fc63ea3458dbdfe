//! The root key (design: operators, keys).

mod rotate;

pub use rotate::Rotate;
