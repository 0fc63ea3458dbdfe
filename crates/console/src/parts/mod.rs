//! Parts of pages: amounts, times, states, commands, filters and pages of lists. `templates/parts.html` has their
//! markup.

mod action_button;
mod command;
mod duration;
mod filters;
mod linked_text;
mod members;
mod money;
mod pager;
mod short_id;
mod status;
mod time;

pub(crate) use action_button::{ActionButton, is_action};
pub(crate) use command::{CommandLink, label};
pub(crate) use duration::duration;
pub(crate) use filters::{FilterField, Filters};
pub(crate) use linked_text::{TextPiece, linked};
pub(crate) use members::{Member, commands, members};
pub(crate) use money::Money;
pub(crate) use pager::Pager;
pub(crate) use short_id::{id_end, short_id};
pub(crate) use status::Status;
pub(crate) use time::moment;
