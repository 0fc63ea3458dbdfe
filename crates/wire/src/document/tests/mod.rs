//! Tests of the document as its readers see it.

mod answers;
mod examples;
mod structure;
