//! The End User Terms (customers 2.6).

mod publish;

pub use publish::Publish;
