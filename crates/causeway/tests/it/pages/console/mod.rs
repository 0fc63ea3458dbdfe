//! The console in a browser, on the demonstration's data: questions, keyboard, accessibility, widths, texts and budgets.

mod accessibility;
mod budgets;
mod keyboard;
mod pictures;
mod questions;
mod texts;
mod visit;
mod walk;
mod widths;
