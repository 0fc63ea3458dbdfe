//! Verifications: the queue, and what a reviewer decides by.

mod list;
mod review;
mod show;
mod submitted;

pub(super) use list::list;
pub(crate) use review::Review;
pub(super) use show::show;
