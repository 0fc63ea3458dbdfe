//! Notices of alerts to receivers outside of the service (conventions 2.4): signed webhooks and mail.
//!
//! Notices do not run as jobs: jobs wait for the clock of their platform, which may be frozen. Their rows are
//! made from the alerts themselves, which any part of the service raises, so a process that ends between an
//! alert and its notice loses none. Each notice is sent at least once.

mod announce;
mod body;
mod connection;
mod damage;
mod deliver;
mod run;
mod senders;
mod sinks;

pub use body::{severity_of, severity_of_kind};
pub use connection::webhook_url;
pub use run::keep_notifying;
pub use senders::deliver_notices;
pub use sinks::{CreatedSink, NewSink, SinkAddress, add, remove, send_test};
