//! Hosted pages and the reference in a real browser.

mod browser;
mod card;
mod reference;
mod verification;
