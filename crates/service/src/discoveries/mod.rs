//! Banks and providers of mobile money (money 5).

mod corridor;
pub mod get_discoveries;

pub(crate) use corridor::{rails_between, unlisted_member};
