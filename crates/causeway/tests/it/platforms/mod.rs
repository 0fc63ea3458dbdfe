//! The platform's configuration (customers 1).

mod configuration;
mod uma_domain;
