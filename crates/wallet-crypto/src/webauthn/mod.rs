//! Passkeys: the data that browsers and authenticators send at registration and at use (wallet 2.9).

mod assertion;
mod authenticator;
mod authenticator_data;
mod cbor;
mod client_data;
mod cose;
mod error;
mod origin;
mod registration;

pub use assertion::{Assertion, RegisteredPasskey};
pub use authenticator::{AssertionFields, RegistrationFields, SoftwareAuthenticator};
pub use cose::{Algorithm, CoseKey};
pub use error::{AssertionError, RegistrationError};
pub use origin::{Origin, RelyingParty};
pub use registration::{NewPasskey, Registration};

#[cfg(test)]
mod tests;
