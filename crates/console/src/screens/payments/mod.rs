//! Payments. Quotes and deposits show the same prices and waits.

mod answers;
mod list;
mod postings;
mod price;
mod rail;
mod rail_order;
mod router;
mod show;
mod sum;
mod tab;
mod timeline;
mod wait;
mod webhooks;

pub(super) use self::price::{Direction, Price, PriceSum};
pub(super) use self::router::routes;
pub(super) use self::wait::{Wait, commands};
