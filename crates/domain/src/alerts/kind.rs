//! The table of all kinds of alerts: severity, meaning, cause, remedy and end of each.

use super::Severity;
use crate::named::named;

/// The facts about a kind of alert, in plain words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AlertFacts {
    pub severity: Severity,
    /// The condition, for a subject line.
    pub sentence: &'static str,
    /// The reason of the condition, and its consequence.
    pub cause: &'static str,
    /// The next step of an operator.
    pub remedy: &'static str,
    /// The commands for that step, without the id that they are about.
    pub commands: &'static [&'static str],
    /// The page in `docs/operating`, with its section.
    pub page: &'static str,
    /// The end of the condition, at which the alert closes.
    pub closes: &'static str,
}

/// Declares the kinds with their facts.
macro_rules! kinds {
    ($($variant:ident = $name:literal {
        severity: $severity:ident,
        sentence: $sentence:literal,
        cause: $cause:literal,
        remedy: $remedy:literal,
        commands: [$($command:literal),*],
        page: $page:literal,
        closes: $closes:literal,
    })+) => {
        named! {
            /// A kind of alert.
            pub enum AlertKind {
                $($variant = $name),+
            }
        }

        impl AlertKind {
            /// Returns the facts about this kind.
            #[must_use]
            pub const fn facts(self) -> AlertFacts {
                match self {
                    $(Self::$variant => AlertFacts {
                        severity: Severity::$severity,
                        sentence: $sentence,
                        cause: $cause,
                        remedy: $remedy,
                        commands: &[$($command),*],
                        page: $page,
                        closes: $closes,
                    },)+
                }
            }
        }
    };
}

kinds! {
    PayoutStuck = "PAYOUT_STUCK" {
        severity: Day,
        sentence: "a payout has had no outcome for too long",
        cause: "the rail has not reported an outcome for payout_timeout_days",
        remedy: "ask the rail, then end the payment by hand",
        commands: ["payment settle", "payment fail", "payment refund"],
        page: "stuck-payments.md",
        closes: "once the payout has an outcome, or its refund begins",
    }
    PayoutContradicted = "PAYOUT_CONTRADICTED" {
        severity: Day,
        sentence: "the rail reports as failed a payout that has arrived or was settled by hand",
        cause: "the payout may have been sent back; nothing is moved",
        remedy: "ask the rail; if the payout was sent back, return it",
        commands: ["payment return"],
        page: "stuck-payments.md",
        closes: "by hand",
    }
    PayoutArrivedAnyway = "PAYOUT_ARRIVED_ANYWAY" {
        severity: Day,
        sentence: "a Lightning payment that was given up has arrived",
        cause: "it was given up with payment fail or payment refund, or failed, and the node then proves that it was \
                paid; its arrival is booked, its refund has failed, nothing is in suspense, and the transaction stays \
                FAILED",
        remedy: "do not refund it by hand: the beneficiary has the money; tell the platform",
        commands: [],
        page: "stuck-payments.md",
        closes: "by hand",
    }
    SettlementUnderpaid = "SETTLEMENT_UNDERPAID" {
        severity: Day,
        sentence: "an invoice was paid with less than its amount",
        cause: "the Lightning node reports it; nothing is credited, and the node is asked hourly",
        remedy: "compare the invoice with your node: no node accepts less",
        commands: [],
        page: "lightning.md",
        closes: "by hand",
    }
    DebitStuck = "DEBIT_STUCK" {
        severity: Day,
        sentence: "a direct debit has had no outcome for too long",
        cause: "the rail has not reported an outcome for payout_timeout_days; the debit is given up if the \
                rail confirms that it will not settle",
        remedy: "ask the rail, then end the payment by hand",
        commands: ["payment settle", "payment fail"],
        page: "stuck-payments.md",
        closes: "once the debit has an outcome",
    }
    DebitContradicted = "DEBIT_CONTRADICTED" {
        severity: Day,
        sentence: "the rail contradicts a debit that was closed by hand",
        cause: "a debit closed by hand is still polled, and the rail reports the opposite; nothing is moved",
        remedy: "ask the rail; if the debit was settled by hand and the money has not come, return it",
        commands: ["payment return"],
        page: "stuck-payments.md",
        closes: "by hand",
    }
    DebitReturned = "DEBIT_RETURNED" {
        severity: Day,
        sentence: "the debited bank has taken money back",
        cause: "the money that a transfer had brought is owed by the account, which may be below zero",
        remedy: "collect the amount from the account's owner",
        commands: [],
        page: "stuck-payments.md",
        closes: "by hand",
    }
    RefundStuck = "REFUND_STUCK" {
        severity: Day,
        sentence: "a refund has had no decision for too long",
        cause: "the rail has not decided about a refund, or about returning unmatched money, for \
                payout_timeout_days",
        remedy: "ask the rail, then decide by hand; release a Lightning payment only if the node can no longer pay it, \
                 or you pay twice",
        commands: ["payment release", "payment keep"],
        page: "stuck-payments.md",
        closes: "once the refund is decided",
    }
    RefundFailed = "REFUND_FAILED" {
        severity: Day,
        sentence: "a refund has failed",
        cause: "the rail keeps the money, or the account to refund is closed: the money is in suspense",
        remedy: "decide where the money goes",
        commands: ["suspense resolve"],
        page: "deposits-and-suspense.md",
        closes: "once the payment is no longer waiting",
    }
    PaymentNotAuthentic = "PAYMENT_NOT_AUTHENTIC" {
        severity: Page,
        sentence: "a payment was stopped because its rows are not authentic",
        cause: "a payment, its quote, its account or its postings were not written by this service; nothing \
                is sent to the rail",
        remedy: "restore the row, then retry the job",
        commands: ["jobs retry"],
        page: "forgery-and-damage.md#after-an-alert",
        closes: "once the job is tried again, or done",
    }
    JobPoisoned = "JOB_POISONED" {
        severity: Day,
        sentence: "a job failed too often",
        cause: "the rail is neither instructed nor polled until the job is retried, or the payment is \
                closed by hand",
        remedy: "read the error of the job, remove the cause, then retry it",
        commands: ["jobs list", "jobs retry"],
        page: "stuck-payments.md#stopped-jobs",
        closes: "once the job is tried again, or done",
    }
    DepositSuspended = "DEPOSIT_SUSPENDED" {
        severity: Day,
        sentence: "money has come in for an account that is not active",
        cause: "the money is in suspense, and its payment stays pending",
        remedy: "make the account active, or name another one",
        commands: ["suspense resolve"],
        page: "deposits-and-suspense.md",
        closes: "once the payment is no longer waiting",
    }
    DepositReview = "DEPOSIT_REVIEW" {
        severity: Day,
        sentence: "a crypto deposit waits for a decision",
        cause: "all data about its sender is there",
        remedy: "decide about the deposit",
        commands: ["deposit release", "deposit reject"],
        page: "deposits-and-suspense.md#crypto-deposits-that-wait",
        closes: "once the payment is no longer waiting",
    }
    DepositUnmatched = "DEPOSIT_UNMATCHED" {
        severity: Day,
        sentence: "money has come in that belongs to no account and no quote",
        cause: "its reference leads nowhere; the money is in suspense, and no platform sees it",
        remedy: "find the owner, then name the account or return the money",
        commands: ["suspense resolve"],
        page: "deposits-and-suspense.md#unmatched-money",
        closes: "once the money is an account's deposit, or on its way back",
    }
    StablecoinOperationUnresolved = "STABLECOIN_OPERATION_UNRESOLVED" {
        severity: Day,
        sentence: "a mint or burn has no clear outcome",
        cause: "the provider has given no clear answer for an hour, has had the operation for five days, or \
                has not cancelled one that expired; it is asked again and again",
        remedy: "ask the provider; give the operation up if it was never heard of",
        commands: ["stablecoin-operation give-up"],
        page: "stablecoin-provider.md",
        closes: "once the mint or burn is final",
    }
    StablecoinContradiction = "STABLECOIN_CONTRADICTION" {
        severity: Day,
        sentence: "the provider contradicts the outcome of a mint or burn",
        cause: "it reports a different outcome than before, funds after their window, or an operation that \
                was given up; nothing is changed",
        remedy: "ask the provider",
        commands: [],
        page: "stablecoin-provider.md",
        closes: "by hand",
    }
    CardIssuerUnanswered = "CARD_ISSUER_UNANSWERED" {
        severity: Note,
        sentence: "the issuer has not answered for 24 hours",
        cause: "a request to issue a card has no answer; the issuer is asked again and again",
        remedy: "ask the issuer",
        commands: [],
        page: "cardholder-codes.md",
        closes: "once the issuer has answered, or the card is closed",
    }
    CardEventRefused = "CARD_EVENT_REFUSED" {
        severity: Note,
        sentence: "an event of an issuer does not fit",
        cause: "the card is unknown or closed, or its transaction does not allow the event",
        remedy: "ask the issuer about the event",
        commands: [],
        page: "cardholder-codes.md",
        closes: "by hand",
    }
    MessageNotSent = "MESSAGE_NOT_SENT" {
        severity: Day,
        sentence: "messages are not sent",
        cause: "messages of a platform are rejected, no gateway is configured, or a cardholder cannot be \
                reached",
        remedy: "check the mail server or the gateway; for a cardholder, the customer's contact data",
        commands: [],
        page: "production.md#mail",
        closes: "once a message of the platform is accepted on the same channel; about a cardholder, once \
                 the contact data is there, or the card cannot be added any more",
    }
    ReviewWaiting = "REVIEW_WAITING" {
        severity: Note,
        sentence: "a verification waits for a decision",
        cause: "it has waited longer than review_hours",
        remedy: "decide about the verification",
        commands: ["verification show", "verification approve", "verification reject", "verification return"],
        page: "verify-customers-and-accounts.md",
        closes: "once the verification is decided, or back with the platform",
    }
    EndpointFailing = "ENDPOINT_FAILING" {
        severity: Page,
        sentence: "the webhook endpoint of a platform fails",
        cause: "an event has been tried without success for endpoint_alert_minutes",
        remedy: "tell the platform; see the answers of its endpoint",
        commands: ["webhook list", "webhook show"],
        page: "webhooks.md#a-dead-endpoint",
        closes: "once no event waits that long any more",
    }
    EndpointGaveUp = "ENDPOINT_GAVE_UP" {
        severity: Day,
        sentence: "events of a platform were given up",
        cause: "all attempts to deliver them have failed",
        remedy: "once the endpoint works again, send them anew",
        commands: ["webhook list", "webhook show", "webhook replay"],
        page: "webhooks.md#a-dead-endpoint",
        closes: "once no event is given up any more",
    }
    SinkFailing = "SINK_FAILING" {
        severity: Day,
        sentence: "alerts do not reach one of their receivers",
        cause: "a webhook or mail address of alert-sink has failed for ten minutes",
        remedy: "correct the receiver, or remove it",
        commands: ["alert-sink list", "alert-sink test", "alert-sink remove"],
        page: "alerts.md#receivers",
        closes: "once the receiver accepts an alert, or is removed",
    }
    DatabaseDamaged = "DATABASE_DAMAGED" {
        severity: Page,
        sentence: "the database is damaged",
        cause: "it cannot be read completely; the process has stopped writing",
        remedy: "restore the newest backup at once",
        commands: ["restore"],
        page: "forgery-and-damage.md#damage",
        closes: "when the process ends",
    }
    IntegrityFault = "INTEGRITY_FAULT" {
        severity: Page,
        sentence: "a verification found something that is wrong",
        cause: "data is not as this service wrote it; one alert for each finding",
        remedy: "follow the page",
        commands: ["ledger verify"],
        page: "forgery-and-damage.md#forgery",
        closes: "once a verification does not find it any more",
    }
    RowNotAuthentic = "ROW_NOT_AUTHENTIC" {
        severity: Page,
        sentence: "a row that was used is not as this service wrote it",
        cause: "it was changed or planted; nothing is moved",
        remedy: "restore the row",
        commands: ["ledger verify"],
        page: "forgery-and-damage.md#after-an-alert",
        closes: "once a verification that began later finds the row as it was written",
    }
    LedgerJournalNotAuthentic = "LEDGER_JOURNAL_NOT_AUTHENTIC" {
        severity: Page,
        sentence: "a journal was inserted that this service did not write",
        cause: "it is set aside and not sealed",
        remedy: "follow the page",
        commands: ["ledger verify"],
        page: "forgery-and-damage.md#forgery",
        closes: "once the journals that it names are sealed, and no journal of the ledger is set aside",
    }
    LedgerNotSealed = "LEDGER_NOT_SEALED" {
        severity: Page,
        sentence: "a ledger is not sealed any further",
        cause: "its last block was rewritten",
        remedy: "follow the page",
        commands: ["ledger verify"],
        page: "forgery-and-damage.md#forgery",
        closes: "once the ledger is sealed again",
    }
    LedgerRolledBack = "LEDGER_ROLLED_BACK" {
        severity: Page,
        sentence: "a ledger ends before a head that was seen",
        cause: "its end was cut off, or the database was put back: the anchor file has a later head",
        remedy: "if you put it back on purpose, accept it; if not, follow the page",
        commands: ["ledger verify", "ledger accept --reason TEXT"],
        page: "backup-and-restore.md#after-a-restore",
        closes: "with ledger accept; restoring a backup does not close it, because each server \
                 judges by its own anchor file",
    }
    OlderStateRestored = "OLDER_STATE_RESTORED" {
        severity: Page,
        sentence: "an older state of the database has replaced a newer one",
        cause: "the journals that it names are lost",
        remedy: "tell everyone concerned what was lost",
        commands: ["ledger verify"],
        page: "backup-and-restore.md#after-a-restore",
        closes: "by hand; with ledger accept if that command put the state there",
    }
    BackupFailed = "BACKUP_FAILED" {
        severity: Day,
        sentence: "scheduled backups fail",
        cause: "the last one failed or hangs, or is overdue because another server does not finish it; older ones \
                are kept",
        remedy: "read the reason, remove the cause, and make one by hand meanwhile",
        commands: ["backup FILE"],
        page: "backup-and-restore.md#scheduled-backups",
        closes: "once the same machine finds a recent backup; by hand if the machine is gone",
    }
    ClockWentBack = "CLOCK_WENT_BACK" {
        severity: Page,
        sentence: "the machine's clock has jumped ahead and back",
        cause: "times written meanwhile lie in the future",
        remedy: "correct the clock of the machine",
        commands: [],
        page: "monitoring.md#the-machines-clock",
        closes: "once the machine's clock has reached the time it had jumped to (until); by hand if that \
                 time is not known",
    }
}
