//! Scalar types: texts, numbers and enumerations, each with its bounds and format on the type.

mod number;
mod optional;
pub(crate) mod schema;
pub(crate) mod text;

pub use causeway_vocabulary::ids::*;
pub use causeway_vocabulary::{Country, CurrencyCode, UnknownName};
pub use number::*;
pub(crate) use optional::NULL_IS_MEANT;
pub use optional::{Nullable, Patch, ReadOnly};
pub use text::*;
