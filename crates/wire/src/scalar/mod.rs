//! The smallest pieces: texts, numbers and enumerations, each with its bounds and format on the type, once.

pub(crate) mod choice;
mod ids;
mod number;
mod optional;
pub(crate) mod schema;
pub(crate) mod text;

pub use choice::UnknownValue;
pub use ids::*;
pub use number::*;
pub(crate) use optional::NULL_IS_MEANT;
pub use optional::{Nullable, Patch, ReadOnly};
pub use text::*;
