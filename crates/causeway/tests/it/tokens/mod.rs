//! Credentials, permissions and API tokens (conventions 3 and 4, customers 10).

mod credentials;
mod issuing;
mod permissions;
mod race;
