//! Chapters of the reference: short texts, whose tables are made from the code that enforces them.

mod authentication;
mod chapter;
mod clock;
mod errors;
mod idempotency;
mod sandbox;
mod tables;
mod webhooks;

pub(crate) use self::chapter::Chapter;

#[cfg(test)]
mod tests;
