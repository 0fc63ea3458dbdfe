//! Alerts about cards, messages, reviews, webhooks and receivers.

use crate::alerts::{AlertFacts, Severity};

pub(in crate::alerts) const CARD_ISSUER_UNANSWERED: AlertFacts = AlertFacts {
    severity: Severity::Note,
    sentence: "the issuer has not answered for 24 hours",
    cause: "a request to issue a card has no answer; the issuer is asked again and again",
    remedy: "ask the issuer",
    commands: &[],
    page: "cardholder-codes.md",
    closes: "once the issuer has answered, or the card is closed",
};

pub(in crate::alerts) const CARD_EVENT_REFUSED: AlertFacts = AlertFacts {
    severity: Severity::Note,
    sentence: "an event of an issuer does not fit",
    cause: "the card is unknown or closed, or its transaction does not allow the event",
    remedy: "ask the issuer about the event",
    commands: &[],
    page: "cardholder-codes.md",
    closes: "by hand",
};

pub(in crate::alerts) const MESSAGE_NOT_SENT: AlertFacts = AlertFacts {
    severity: Severity::Day,
    sentence: "messages are not sent",
    cause: "messages of a platform are rejected, no gateway is configured, or a cardholder cannot be \
            reached",
    remedy: "check the mail server or the gateway; for a cardholder, the customer's contact data",
    commands: &[],
    page: "production.md#mail",
    closes: "once a message of the platform is accepted on the same channel; about a cardholder, once \
             the contact data is there, or the card cannot be added any more",
};

pub(in crate::alerts) const REVIEW_WAITING: AlertFacts = AlertFacts {
    severity: Severity::Note,
    sentence: "a verification waits for a decision",
    cause: "it has waited longer than review_hours",
    remedy: "decide about the verification",
    commands: &["verification show", "verification approve", "verification reject", "verification return"],
    page: "verify-customers-and-accounts.md",
    closes: "once the verification is decided, or back with the platform",
};

pub(in crate::alerts) const ENDPOINT_FAILING: AlertFacts = AlertFacts {
    severity: Severity::Page,
    sentence: "the webhook endpoint of a platform fails",
    cause: "an event has been tried without success for endpoint_alert_minutes",
    remedy: "tell the platform; see the answers of its endpoint",
    commands: &["webhook list", "webhook show"],
    page: "webhooks.md#a-dead-endpoint",
    closes: "once no event waits that long any more",
};

pub(in crate::alerts) const ENDPOINT_GAVE_UP: AlertFacts = AlertFacts {
    severity: Severity::Day,
    sentence: "events of a platform were given up",
    cause: "all attempts to deliver them have failed",
    remedy: "once the endpoint works again, send them anew",
    commands: &["webhook list", "webhook show", "webhook replay"],
    page: "webhooks.md#a-dead-endpoint",
    closes: "once no event is given up any more",
};

pub(in crate::alerts) const SINK_FAILING: AlertFacts = AlertFacts {
    severity: Severity::Day,
    sentence: "alerts do not reach one of their receivers",
    cause: "a webhook or mail address of alert-sink has failed for ten minutes",
    remedy: "correct the receiver, or remove it",
    commands: &["alert-sink list", "alert-sink test", "alert-sink remove"],
    page: "alerts.md#receivers",
    closes: "once the receiver accepts an alert, or is removed",
};
