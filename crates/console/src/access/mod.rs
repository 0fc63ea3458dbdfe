//! Access: sign-in by a link and a passkey, the session's cookie, and the tokens of forms.

mod cookie;
mod forgery;
mod host;
mod passkey_form;
mod passkeys;
mod router;
mod sign_in;
mod verify;

pub(crate) use cookie::{session_text, theme};
pub(crate) use forgery::{form_token, is_form_token, refuse_foreign_forms};
pub(crate) use router::router;
pub use sign_in::ClientAddress;
