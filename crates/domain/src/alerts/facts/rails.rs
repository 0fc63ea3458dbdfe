//! Alerts about rails (rails 5 to 15).

use crate::alerts::{AlertFacts, Severity};

pub(in crate::alerts) const RAIL_MEMORY_LOST: AlertFacts = AlertFacts {
    severity: Severity::Page,
    sentence: "the adapter of a rail has lost memory",
    cause: "it shows another memory than before, or an older one, and may have forgotten orders that were \
            paid; the rail is suspended: nothing is submitted, and questions go on",
    remedy: "compare its orders with those of the service, then resume the rail with its new memory",
    commands: &["rail compare", "rail resume"],
    page: "rails.md",
    closes: "once the rail is resumed",
};

pub(in crate::alerts) const RAIL_UNKNOWN_ORDER: AlertFacts = AlertFacts {
    severity: Severity::Page,
    sentence: "a rail has an order that this service does not know",
    cause: "an older backup of the service was restored, or rows were deleted, and the order may have been \
            paid; the rail is suspended",
    remedy: "compare its orders with those of the service, find out which were paid, then resume the rail",
    commands: &["rail compare", "rail resume"],
    page: "rails.md",
    closes: "once the rail is resumed",
};

pub(in crate::alerts) const RAIL_CONTRADICTION: AlertFacts = AlertFacts {
    severity: Severity::Day,
    sentence: "a rail contradicts itself",
    cause: "a record has another amount or digest, or moves in a way that is not allowed, or an item of the \
            feed is another one than before; the payment stays as it is, and both are kept; after three in a \
            day the rail is paused (RAIL_PAUSED)",
    remedy: "ask the partner about the payment, then end it by hand",
    commands: &["rail-evidence show", "payment settle", "payment fail", "payment return"],
    page: "rails.md",
    closes: "by hand",
};

pub(in crate::alerts) const RAIL_PAUSED: AlertFacts = AlertFacts {
    severity: Severity::Page,
    sentence: "a rail was paused because it contradicts itself",
    cause: "its adapter has contradicted itself three times within a day, since the rail was last resumed; \
            new payments are refused, orders wait, and everything else goes on",
    remedy: "read the alerts RAIL_CONTRADICTION, ask the partner and correct the adapter, then resume the rail",
    commands: &["rail show", "rail resume"],
    page: "rails.md",
    closes: "once the rail is resumed",
};

pub(in crate::alerts) const RAIL_DEGRADED: AlertFacts = AlertFacts {
    severity: Severity::Page,
    sentence: "a rail does not answer",
    cause: "five exchanges in a row had no answer; new payments are refused, orders wait, and the adapter \
            is asked every ten seconds",
    remedy: "look at the adapter and its log",
    commands: &["rail show"],
    page: "rails.md",
    closes: "once the adapter has answered three times in a row",
};

pub(in crate::alerts) const RAIL_FEED_STALE: AlertFacts = AlertFacts {
    severity: Severity::Day,
    sentence: "the feed of a rail is not read to its end",
    cause: "it was not read for 30 minutes, or lacks changes that the adapter has told otherwise; a return \
            may be noticed late",
    remedy: "look at the adapter and its log",
    commands: &["rail show"],
    page: "rails.md",
    closes: "once the feed is read to its end",
};

pub(in crate::alerts) const RAIL_FEED_SKIPPED: AlertFacts = AlertFacts {
    severity: Severity::Day,
    sentence: "items of a rail's feed were not read",
    cause: "the adapter no longer kept those behind the last one that was read; the feed is read on from its \
            end, every open order was asked for, and a return that only those items told of was missed",
    remedy: "compare the orders of the service with those of the adapter, and ask the partner about returns",
    commands: &["rail compare"],
    page: "rails.md",
    closes: "by hand",
};

pub(in crate::alerts) const RAIL_CAPABILITIES_INVALID: AlertFacts = AlertFacts {
    severity: Severity::Day,
    sentence: "a rail has told invalid capabilities",
    cause: "they break the protocol, or name a currency, an account type or a payment rail that the service \
            does not have; the last valid ones hold",
    remedy: "correct the adapter",
    commands: &["rail show"],
    page: "rails.md",
    closes: "once the adapter tells valid capabilities",
};

pub(in crate::alerts) const RAIL_UNKNOWN_VALUE: AlertFacts = AlertFacts {
    severity: Severity::Note,
    sentence: "a rail has told a value that this version does not know",
    cause: "an unknown state counts as in doubt, an unknown reason as any other, and an unknown item is \
            skipped; one alert for each rail and value",
    remedy: "upgrade the service, or correct the adapter",
    commands: &["rail show"],
    page: "rails.md",
    closes: "by hand",
};

pub(in crate::alerts) const RAIL_NO_ROUTE: AlertFacts = AlertFacts {
    severity: Severity::Day,
    sentence: "an order has no route",
    cause: "there was one when the payment began, and no enabled rail takes it now; the order waits",
    remedy: "see why no route takes the order, then resume the rail, or set a route",
    commands: &["rail-route test", "rail resume", "rail-route set"],
    page: "rails.md",
    closes: "once the order is stored, or the payment is no longer waiting",
};

pub(in crate::alerts) const RAIL_LIMIT_REACHED: AlertFacts = AlertFacts {
    severity: Severity::Day,
    sentence: "an order exceeds a limit of its rail",
    cause: "its amount, or the sum of the orders of the day or without an end, is above what an operator \
            has set; the order waits",
    remedy: "raise the limit, or wait until the sum is lower",
    commands: &["rail-limit set"],
    page: "rails.md",
    closes: "once the order is stored, or the payment is no longer waiting",
};

pub(in crate::alerts) const RAIL_REFUND_HELD: AlertFacts = AlertFacts {
    severity: Severity::Day,
    sentence: "a failed or returned order is not refunded yet",
    cause: "its amount, or the sum of the day, is above what an operator has set, because an adapter can \
            claim a return that never was",
    remedy: "make sure that the money did not leave or is back, then release the order",
    commands: &["rail-order show", "rail-order release"],
    page: "rails.md",
    closes: "once the order is released, or the payment is no longer waiting",
};

pub(in crate::alerts) const RAIL_OUT_OF_FUNDS: AlertFacts = AlertFacts {
    severity: Severity::Page,
    sentence: "an account at a partner lacks money",
    cause: "the partner has refused an order for it; the payout has failed",
    remedy: "fund the account at the partner",
    commands: &["rail-order show"],
    page: "rails.md",
    closes: "by hand",
};

pub(in crate::alerts) const RAIL_PAYMENT_REFUSED: AlertFacts = AlertFacts {
    severity: Severity::Note,
    sentence: "a partner has refused a payout",
    cause: "its compliance or one of its limits has stopped the payout, which has failed",
    remedy: "ask the partner if this goes on",
    commands: &["rail-order show", "rail-evidence show"],
    page: "rails.md",
    closes: "by hand",
};

pub(in crate::alerts) const RAIL_ORDER_REFUSED: AlertFacts = AlertFacts {
    severity: Severity::Day,
    sentence: "an adapter has refused the request of an order",
    cause: "it has answered with an error, or has another order under the id; the order is cancelled, or \
            its status is asked",
    remedy: "read the error, then correct the adapter or the route",
    commands: &["rail-order show"],
    page: "rails.md",
    closes: "by hand",
};

pub(in crate::alerts) const RAIL_NOT_AUTHENTICATED: AlertFacts = AlertFacts {
    severity: Severity::Page,
    sentence: "a rail and the service do not accept each other's signatures",
    cause: "a key is not known to one of them, or their clocks differ by the seconds that the alert names; \
            the rail counts as silent",
    remedy: "exchange the public keys again, or correct the clock",
    commands: &["rail-key show"],
    page: "rails.md",
    closes: "once an answer is accepted",
};
