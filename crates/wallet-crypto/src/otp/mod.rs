//! Login with a one-time code: the code, the key to which it is encrypted, and the bundle in which the device
//! returns it.

mod bundle;
mod code;
mod target;

pub use bundle::{OpenedOtp, OtpBundle, OtpError};
pub use code::{CodeFormat, OtpCode};
pub use target::OtpTarget;
