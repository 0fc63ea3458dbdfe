//! Integration tests of the messages: round trips, arbitrary bytes, and the agreement of readers and schemas.

#![expect(clippy::unwrap_used, reason = "a failed expectation of a test is reported at its line")]

mod agreement;
mod bodies;
mod round_trips;
mod rules;
mod values;
