//! Credentials, permissions and API tokens (conventions 3 and 4, customers 10).

mod concurrent_deletion;
mod credentials;
mod issuing;
mod permissions;
