//! Hosted pages in a real browser.

mod browser;
mod card;
mod verification;
