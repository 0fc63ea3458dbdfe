//! Requests and responses as data.

mod request;
mod response;
mod token;

pub(crate) use request::{Expectation, JSON, Request};
pub(crate) use response::Response;
pub(crate) use token::Token;
