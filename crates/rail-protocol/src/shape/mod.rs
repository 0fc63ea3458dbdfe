//! Reading, writing and describing of message types: one declaration of a type is its reader, its writer and
//! its schema.

mod declaration;
mod definitions;
mod error;
mod json;
mod location;
mod message;
mod standard;
mod traits;

pub(crate) use declaration::{messages, top_level};
pub(crate) use definitions::{Definitions, PropertySchema};
pub use error::{MessageError, MessageFault};
pub(crate) use location::Location;
pub use message::Message;
pub(crate) use message::{read_body, write_body};
pub(crate) use standard::written_as_text;
pub(crate) use traits::{Shape, member};
