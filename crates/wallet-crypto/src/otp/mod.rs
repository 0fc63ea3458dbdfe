//! Login by a one-time code: the code, the key that it is encrypted to, and the bundle that it comes back in.

mod bundle;
mod code;
mod target;

pub use bundle::{OpenedOtp, OtpBundle, OtpError};
pub use code::{CodeFormat, OtpCode};
pub use target::OtpTarget;
