//! Hosted pages in a real browser.

mod browser;
mod verification;
