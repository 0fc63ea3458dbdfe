//! Hosted pages and the reference in a real browser.

mod browser;
mod card;
mod console;
mod reference;
mod verification;
