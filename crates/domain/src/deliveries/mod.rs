//! Webhook deliveries: their states and the retry schedule (conventions 11.4, 11.5).

mod rules;
mod state;

pub use rules::{DeliveryResponse, RETRY_LIMIT, RetryPolicy, plan_after, retry_delay};
pub use state::{DeliveryEvent, DeliveryStatus, created, next};
