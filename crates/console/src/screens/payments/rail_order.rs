//! The order of a payment at a rail.

use causeway_domain::Time;
use serde_json::Value;

use crate::answer::answer;
use crate::parts::Money;

answer! {
    /// An order at a rail.
    struct RailOrder {
        kind: String,
        rail: Option<String>,
        account: Option<String>,
        corridor: Option<String>,
        amount: Money,
        state: String,
        revision: Option<i64>,
        order_digest: Option<String>,
        short_reference: Option<String>,
        held_at: Option<Time>,
        released_at: Option<Time>,
        created_at: Time,
        updated_at: Time,
        record: Option<Value>,
        commands: Vec<String>,
    }
}
