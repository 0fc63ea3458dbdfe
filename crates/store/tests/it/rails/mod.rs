//! Integration tests of the rows of rails, their codes, and what is verified of them.

mod feed;
mod forgery;
mod hasten;
mod orders;
mod plans;
mod progress;
mod renewal;
mod rows;
mod samples;
mod verify;
