//! Codes and bodies of errors between providers (uma 6.5).

mod body;
mod code;

pub use body::ErrorBody;
pub use code::WireCode;
