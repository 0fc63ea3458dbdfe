//! Requests and answers, as data.

mod answer;
mod request;
mod token;

pub(crate) use answer::Answer;
pub(crate) use request::{Expects, JSON, Request};
pub(crate) use token::Token;
