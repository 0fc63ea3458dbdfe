//! An adapter of the rail protocol in this process, for what no honest adapter does.
//!
//! It keeps its orders in memory, and takes one step of an order with each status request: the last three digits of the
//! account decide about them, as at the bank of the examples; `010` leaves every step to the test. A test changes its
//! replies before they are signed, or the way in which they are sent. The simulation moves the orders itself, and hands
//! requests over without a connection.

mod adapter;
mod body;
mod book;
mod capabilities;
mod lenience;
mod local;
mod pace;
mod reply;
mod request;
mod server;
mod state;

pub use adapter::FakeAdapter;
pub use book::BookCopy;
pub use lenience::Lenience;
pub use local::{LocalAdapter, LocalAnswer};
pub use pace::OrderPace;
pub use reply::{Delivery, Exchange, Reply};
pub use request::LocalRequest;
pub use state::Lie;
