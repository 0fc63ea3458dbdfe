//! Requests and responses as data.

mod answer;
mod request;
mod token;

pub(crate) use answer::Answer;
pub(crate) use request::{Expectation, JSON, Request};
pub(crate) use token::Token;
