//! Alerts about payments, deposits, mints and burns.

use crate::alerts::{AlertFacts, Severity};

pub(in crate::alerts) const PAYOUT_STUCK: AlertFacts = AlertFacts {
    severity: Severity::Day,
    sentence: "a payout has had no outcome for too long",
    cause: "the rail has not reported an outcome for payout_timeout_days",
    remedy: "ask the rail, then end the payment by hand",
    commands: &["payment settle", "payment fail", "payment refund"],
    page: "stuck-payments.md",
    closes: "once the payout has an outcome, or its refund begins",
};

pub(in crate::alerts) const PAYOUT_CONTRADICTED: AlertFacts = AlertFacts {
    severity: Severity::Day,
    sentence: "the rail reports as failed a payout that has arrived or was settled by hand",
    cause: "the payout may have been sent back; nothing is moved",
    remedy: "ask the rail; if the payout was sent back, return it",
    commands: &["payment return"],
    page: "stuck-payments.md",
    closes: "by hand",
};

pub(in crate::alerts) const PAYOUT_ARRIVED_ANYWAY: AlertFacts = AlertFacts {
    severity: Severity::Day,
    sentence: "a Lightning payment that was given up has arrived",
    cause: "it was given up with payment fail or payment refund, or failed, and the node then proves that it was \
            paid; its arrival is booked, its refund has failed, nothing is in suspense, and the transaction stays \
            FAILED",
    remedy: "do not refund it by hand: the beneficiary has the money; tell the platform",
    commands: &[],
    page: "stuck-payments.md",
    closes: "by hand",
};

pub(in crate::alerts) const SETTLEMENT_UNDERPAID: AlertFacts = AlertFacts {
    severity: Severity::Day,
    sentence: "an invoice was paid with less than its amount",
    cause: "the Lightning node reports it; nothing is credited, and the node is asked hourly",
    remedy: "compare the invoice with your node: no node accepts less",
    commands: &[],
    page: "lightning.md",
    closes: "by hand",
};

pub(in crate::alerts) const DEBIT_STUCK: AlertFacts = AlertFacts {
    severity: Severity::Day,
    sentence: "a direct debit has had no outcome for too long",
    cause: "the rail has not reported an outcome for payout_timeout_days; the debit is given up if the \
            rail confirms that it will not settle",
    remedy: "ask the rail, then end the payment by hand",
    commands: &["payment settle", "payment fail"],
    page: "stuck-payments.md",
    closes: "once the debit has an outcome",
};

pub(in crate::alerts) const DEBIT_CONTRADICTED: AlertFacts = AlertFacts {
    severity: Severity::Day,
    sentence: "the rail contradicts a debit that was closed by hand",
    cause: "a debit closed by hand is still polled, and the rail reports the opposite; nothing is moved",
    remedy: "ask the rail; if the debit was settled by hand and the money has not come, return it",
    commands: &["payment return"],
    page: "stuck-payments.md",
    closes: "by hand",
};

pub(in crate::alerts) const DEBIT_RETURNED: AlertFacts = AlertFacts {
    severity: Severity::Day,
    sentence: "the debited bank has taken money back",
    cause: "the money that a transfer had brought is owed by the account, which may be below zero",
    remedy: "collect the amount from the account's owner",
    commands: &[],
    page: "stuck-payments.md",
    closes: "by hand",
};

pub(in crate::alerts) const REFUND_STUCK: AlertFacts = AlertFacts {
    severity: Severity::Day,
    sentence: "a refund has had no decision for too long",
    cause: "the rail has not decided about a refund, or about returning unmatched money, for \
            payout_timeout_days",
    remedy: "ask the rail, then decide by hand; release a Lightning payment only if the node can no longer pay it, \
             or you pay twice",
    commands: &["payment release", "payment keep"],
    page: "stuck-payments.md",
    closes: "once the refund is decided",
};

pub(in crate::alerts) const REFUND_FAILED: AlertFacts = AlertFacts {
    severity: Severity::Day,
    sentence: "a refund has failed",
    cause: "the rail keeps the money, or the account to refund is closed: the money is in suspense",
    remedy: "decide where the money goes",
    commands: &["suspense resolve"],
    page: "deposits-and-suspense.md",
    closes: "once the payment is no longer waiting",
};

pub(in crate::alerts) const PAYMENT_NOT_AUTHENTIC: AlertFacts = AlertFacts {
    severity: Severity::Page,
    sentence: "a payment was stopped because its rows are not authentic",
    cause: "a payment, its quote, its account or its postings were not written by this service; nothing \
            is sent to the rail",
    remedy: "restore the row, then retry the job",
    commands: &["jobs retry"],
    page: "forgery-and-damage.md#after-an-alert",
    closes: "once the job is tried again, or done",
};

pub(in crate::alerts) const JOB_POISONED: AlertFacts = AlertFacts {
    severity: Severity::Day,
    sentence: "a job failed too often",
    cause: "the rail is neither instructed nor polled until the job is retried, or the payment is \
            closed by hand",
    remedy: "read the error of the job, remove the cause, then retry it",
    commands: &["jobs list", "jobs retry"],
    page: "stuck-payments.md#stopped-jobs",
    closes: "once the job is tried again, or done",
};

pub(in crate::alerts) const DEPOSIT_SUSPENDED: AlertFacts = AlertFacts {
    severity: Severity::Day,
    sentence: "money has come in for an account that is not active",
    cause: "the money is in suspense, and its payment stays pending",
    remedy: "make the account active, or name another one",
    commands: &["suspense resolve"],
    page: "deposits-and-suspense.md",
    closes: "once the payment is no longer waiting",
};

pub(in crate::alerts) const DEPOSIT_REVIEW: AlertFacts = AlertFacts {
    severity: Severity::Day,
    sentence: "a crypto deposit waits for a decision",
    cause: "all data about its sender is there",
    remedy: "decide about the deposit",
    commands: &["deposit release", "deposit reject"],
    page: "deposits-and-suspense.md#crypto-deposits-that-wait",
    closes: "once the payment is no longer waiting",
};

pub(in crate::alerts) const DEPOSIT_UNMATCHED: AlertFacts = AlertFacts {
    severity: Severity::Day,
    sentence: "money has come in that belongs to no account and no quote",
    cause: "its reference leads nowhere; the money is in suspense, and no platform sees it",
    remedy: "find the owner, then name the account or return the money",
    commands: &["suspense resolve"],
    page: "deposits-and-suspense.md#unmatched-money",
    closes: "once the money is an account's deposit, or on its way back",
};

pub(in crate::alerts) const STABLECOIN_OPERATION_UNRESOLVED: AlertFacts = AlertFacts {
    severity: Severity::Day,
    sentence: "a mint or burn has no clear outcome",
    cause: "the provider has given no clear answer for an hour, has had the operation for five days, or \
            has not cancelled one that expired; it is asked again and again",
    remedy: "ask the provider; give the operation up if it was never heard of",
    commands: &["stablecoin-operation give-up"],
    page: "stablecoin-provider.md",
    closes: "once the mint or burn is final",
};

pub(in crate::alerts) const STABLECOIN_CONTRADICTION: AlertFacts = AlertFacts {
    severity: Severity::Day,
    sentence: "the provider contradicts the outcome of a mint or burn",
    cause: "it reports a different outcome than before, funds after their window, or an operation that \
            was given up; nothing is changed",
    remedy: "ask the provider",
    commands: &[],
    page: "stablecoin-provider.md",
    closes: "by hand",
};
