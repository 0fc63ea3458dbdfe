//! The page of alerts has a row for each kind, with the facts of the table in the program; and each kind that the
//! program raises is raised by a test from its cause.

use std::fs;
use std::path::Path;

use causeway_domain::alerts::{AlertFacts, AlertKind};

use super::document::{path, read};

/// Returns the row of a kind on the page.
fn row(kind: AlertKind) -> String {
    let AlertFacts { severity, sentence, cause, remedy, commands, page, closes } = kind.facts();
    let commands: Vec<String> = commands.iter().map(|command| format!("`causeway {command}`")).collect();
    let commands = if commands.is_empty() { String::new() } else { format!(": {}", commands.join(", ")) };
    let title = page.split(".md").next().unwrap().replace('-', " ");
    format!(
        "| `{kind}` | {severity} | {sentence} | {cause} | {remedy}{commands}. See [{title}]({page}) | {closes} |"
    )
}

#[test]
fn the_page_lists_each_kind_of_alert_as_the_program_knows_it() {
    let page = read("docs/operating/alerts.md");
    let rows: Vec<&str> = page.lines().filter(|line| line.starts_with("| `")).collect();
    let expected: Vec<String> = AlertKind::ALL.iter().map(|kind| row(*kind)).collect();
    assert_eq!(rows, expected);
}

/// A test that raises an alert from its cause, and checks its kind.
struct RaisingTest {
    /// File below `crates`.
    file: &'static str,
    name: &'static str,
}

const fn by(file: &'static str, name: &'static str) -> RaisingTest {
    RaisingTest { file, name }
}

/// Returns the test that raises alerts of a kind, or `None` if no code of the program raises them yet.
const fn raised_by(kind: AlertKind) -> Option<RaisingTest> {
    use AlertKind as K;

    const STUCK: &str = "causeway/tests/it/payments/stuck.rs";
    const TRANSFERS: &str = "causeway/tests/it/transfers/transfer_in.rs";
    const OVER: &str = "causeway/tests/it/operator/alerts_over.rs";
    const MINTS: &str = "causeway/tests/it/stablecoins/giving_up.rs";
    const ENDPOINT: &str = "causeway/tests/it/operator/incidents/dead_endpoint.rs";
    const FEED: &str = "service/src/rails/feed/tests.rs";
    const PAYOUTS: &str = "service/src/rails/tests/router_payouts.rs";
    const LIMITS: &str = "service/src/rails/tests/router_limits.rs";
    const REASONS: &str = "service/src/rails/tests/router_alerts.rs";
    const UPKEEP: &str = "service/src/runtime/upkeep/tests.rs";
    Some(match kind {
        K::PayoutStuck => by(
            "causeway/tests/it/operator/incidents/stuck_payout.rs",
            "a_stuck_payout_is_found_by_its_alert_and_settled",
        ),
        K::PayoutContradicted => by(STUCK, "a_rail_that_contradicts_an_operator_is_shown_to_one"),
        K::PayoutArrivedAnyway => by(
            "causeway/tests/it/uma/wire/given_up.rs",
            "a_payment_that_arrives_after_it_was_given_up_is_not_refunded",
        ),
        K::SettlementUnderpaid => by(
            "causeway/tests/it/uma/wire/underpaid.rs",
            "an_invoice_that_is_paid_with_less_is_reported_and_not_credited",
        ),
        K::DebitStuck => {
            by("causeway/tests/it/payments/debits.rs", "a_debit_that_is_stuck_for_days_is_given_up")
        }
        K::DebitContradicted => by(TRANSFERS, "operators_settle_and_fail_debits_and_the_rail_says_so_again"),
        K::DebitReturned => by(TRANSFERS, "a_debit_that_is_taken_back_leaves_a_debt"),
        K::RefundStuck => by(STUCK, "a_refund_that_is_stuck_for_days_is_ended_by_an_operator"),
        K::RefundFailed => by(STUCK, "a_refund_that_failed_is_made_by_an_operator"),
        K::PaymentNotAuthentic => by("causeway/tests/it/payments/forged.rs", "nothing_forged_is_paid"),
        K::JobPoisoned => by(
            "causeway/tests/it/operator/incidents/poisoned_job.rs",
            "a_poisoned_job_is_found_by_its_alert_and_retried_on_sqlite",
        ),
        K::DepositSuspended => by(
            "causeway/tests/it/deposits/pushes.rs",
            "money_for_a_frozen_account_is_in_suspense_until_an_operator_decides",
        ),
        K::DepositReview => by(
            "causeway/tests/it/deposits/waiting.rs",
            "known_details_of_the_sender_decide_the_pending_reason",
        ),
        K::DepositUnmatched => by(
            "causeway/tests/it/operator/incidents/unmatched_deposit.rs",
            "an_unmatched_deposit_is_found_by_what_the_payer_says_and_credited",
        ),
        K::StablecoinOperationUnresolved => by(MINTS, "a_mint_that_stays_unconfirmed_is_reported"),
        K::StablecoinContradiction => by(MINTS, "a_mint_that_never_reached_its_provider_is_given_up"),
        K::CardIssuerUnanswered => by(OVER, "an_issuer_that_did_not_answer"),
        K::CardEventRefused => {
            by("causeway/tests/it/cards/codes.rs", "requests_about_cards_that_are_none_are_refused")
        }
        K::MessageNotSent => by(OVER, "a_message_that_was_not_sent"),
        K::ReviewWaiting => by(
            "causeway/tests/it/verifications/waiting.rs",
            "a_verification_that_waits_is_reported_until_it_is_decided",
        ),
        K::EndpointFailing | K::EndpointGaveUp => {
            by(ENDPOINT, "a_dead_endpoint_is_found_by_its_alert_and_gets_its_events_once_it_works")
        }
        K::SinkFailing => by(
            "causeway/tests/it/operator/alert_receivers.rs",
            "a_receiver_that_fails_is_reported_to_the_other_one_on_sqlite",
        ),
        K::DatabaseDamaged => by("causeway/tests/it/life/damage.rs", "a_zeroed_page_stops_all_writing"),
        K::IntegrityFault => {
            by(UPKEEP, "everything_is_verified_once_a_day_and_each_fault_has_one_alert_until_it_is_over")
        }
        K::RowNotAuthentic => by(UPKEEP, "an_unauthentic_row_raises_one_alert_until_a_verification"),
        K::LedgerJournalNotAuthentic => by(OVER, "an_unauthentic_journal_is_alerted"),
        K::LedgerNotSealed => by(UPKEEP, "a_ledger_that_is_not_sealed_is_alerted_until_it_is"),
        K::LedgerRolledBack => {
            by("causeway/tests/it/operator/alerts.rs", "an_accepted_ledger_is_not_alerted_again")
        }
        K::OlderStateRestored => by(
            "causeway/tests/it/life/anchors.rs",
            "a_restored_copy_is_authorised_and_one_put_back_by_hand_is_not",
        ),
        K::BackupFailed => by(
            "causeway/tests/it/life/scheduled_backups.rs",
            "a_failing_backup_is_alerted_until_one_is_complete",
        ),
        K::ClockWentBack => by(OVER, "a_clock_that_went_back_and_has_caught_up"),
        K::RailMemoryLost => by(FEED, "lost_memory_suspends_the_rail"),
        K::RailUnknownOrder => by(FEED, "an_unknown_order_suspends_the_rail_and_is_named"),
        K::RailContradiction => by(
            "service/src/rails/push/tests.rs",
            "pushed_items_wake_payments_and_are_read_again_from_the_feed",
        ),
        K::RailPaused => {
            by("service/src/rails/tests/router_contradictions.rs", "the_third_contradiction_pauses_the_rail")
        }
        K::RailFeedStale => by(FEED, "a_feed_that_is_not_read_is_reported"),
        K::RailFeedSkipped => by(
            "service/src/rails/feed/tests/skipped.rs",
            "a_feed_whose_next_items_are_gone_goes_on_at_its_end",
        ),
        K::RailCapabilitiesInvalid => by(FEED, "invalid_capabilities_are_reported_until_valid_ones"),
        K::RailUnknownValue => by(FEED, "an_item_of_an_unknown_kind_is_reported_once"),
        K::RailDegraded => by(PAYOUTS, "a_silent_rail_is_degraded_and_gets_no_new_orders"),
        K::RailNoRoute => by(PAYOUTS, "an_order_waits_for_a_rail"),
        K::RailLimitReached => by(LIMITS, "an_order_above_the_maximum_waits"),
        K::RailRefundHeld => by(LIMITS, "a_large_return_waits_for_an_operator"),
        K::RailOutOfFunds | K::RailPaymentRefused => by(REASONS, "each_reason_of_a_failure_has_its_alert"),
        K::RailOrderRefused => by(PAYOUTS, "a_refused_request_is_cancelled_and_fails"),
        K::RailNotAuthenticated => by(REASONS, "a_signature_that_is_not_accepted_is_alerted"),
    })
}

/// Returns the text of all product code that can raise alerts.
fn product_code() -> String {
    let mut text = String::new();
    for source in ["crates/store/src", "crates/service/src", "crates/causeway/src"] {
        add_code(&path(source), &mut text);
    }
    text
}

fn add_code(folder: &Path, text: &mut String) {
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap().path();
        if entry.is_dir() {
            add_code(&entry, text);
        } else if entry.extension().is_some_and(|extension| extension == "rs") {
            text.push_str(&fs::read_to_string(entry).unwrap());
        }
    }
}

#[test]
fn each_kind_of_alert_is_raised_by_a_test() {
    let product = product_code();
    for kind in AlertKind::ALL {
        let Some(RaisingTest { file, name }) = raised_by(*kind) else {
            assert!(!product.contains(&format!("AlertKind::{kind:?}")), "{kind} is raised: name a test");
            continue;
        };
        let text = read(&format!("crates/{file}"));
        assert!(text.contains(&format!("fn {name}(")), "{kind}: {file} has no test {name}");
        let names = [format!("\"{kind}\""), format!("AlertKind::{kind:?}")];
        assert!(names.iter().any(|name| text.contains(name)), "{kind}: {file} does not check for it");
    }
}
