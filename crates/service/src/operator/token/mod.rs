//! API tokens, for a platform that has lost its own (customers 10).

mod create;

pub use create::Create;
