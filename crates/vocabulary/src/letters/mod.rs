//! Rules for texts that people read or address: letters with their marks, invisible letters, domain names and
//! email addresses (conventions 5.4).

mod addresses;
mod domains;
mod hidden;
mod letter;

pub use addresses::{comparable_contact, is_email};
pub use domains::{ascii_domain, ends_in_number, is_local_host};
pub use hidden::{TextDefect, check_serialized, check_showable};
pub use letter::{is_letter_or_number, is_line_break};
