//! Credentials, and a first call with them.

use causeway_wire::document::BASE_PATH;

use super::tables::filled;

pub(super) fn text() -> String {
    filled(include_str!("authentication.md"), &[("base path", BASE_PATH.to_owned())])
}
