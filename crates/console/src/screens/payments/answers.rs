//! The members of `payment show` that its page shows.

use causeway_domain::Time;

use super::price::Price;
use super::rail_order::RailOrder;
use super::timeline::TimelineItem;
use super::wait::Wait;
use crate::answer::answer;
use crate::screens::history::OperatorAction;
use crate::urls;

answer! {
    /// A payment.
    struct Payment {
        transaction: String,
        #[serde(rename = "type")]
        kind: String,
        status: String,
        meaning: String,
        failure: Option<String>,
        failure_meaning: Option<String>,
        pending_meaning: Option<String>,
        money: Option<String>,
        refund: Option<String>,
        refund_meaning: Option<String>,
        refund_reason: Option<String>,
        quote: Option<String>,
        customer: Option<String>,
        source: Option<String>,
        destination: Option<String>,
        rail: Option<String>,
        reference: Option<String>,
        description: Option<String>,
        remittance_information: Option<String>,
        created_at: Time,
        updated_at: Time,
        waits_for: Option<Wait>,
        price: Price,
        timeline: Vec<TimelineItem>,
        rails: Vec<RailOrder>,
        operator_actions: Vec<OperatorAction>,
        alerts: Vec<Alert>,
    }

    /// An open alert about the payment.
    struct Alert {
        alert: String,
        kind: String,
        raised_at: Time,
    }
}

impl Payment {
    pub(super) fn is_incoming(&self) -> bool {
        self.kind == "INCOMING"
    }

    /// Returns the instant of the present status.
    pub(super) fn since(&self) -> Time {
        let changes = self.timeline.iter().filter(|item| item.status.is_some());
        changes.map(|item| item.at).next_back().unwrap_or(self.created_at)
    }
}

impl Alert {
    pub(crate) fn href(&self) -> String {
        urls::go(&self.alert)
    }
}
