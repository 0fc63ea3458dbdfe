//! `docs/states.md` shows every move of every state machine, and cannot differ from them unreviewed.
//!
//! `UPDATE_DOCS=1 cargo test -p causeway-domain --test states` writes it anew.

mod card_transactions;
mod machine;
mod users;

use std::collections::HashSet;
use std::hash::Hash;
use std::path::Path;

use causeway_domain::agents::{AgentActionStatus, AgentExecutionMode};
use causeway_domain::payments::{self, OutgoingEvent, OutgoingFailure, OutgoingStatus, TransactionStatus};
use causeway_domain::quotes::{self, QuoteEvent, QuoteStatus};
use causeway_domain::{
    agents, customer_imports, customers, deliveries, external_accounts, internal_accounts, invitations, kyc,
    stablecoins,
};

use machine::Machine;

const INTRODUCTION: &str = "# States

Every move of every state machine of `crates/domain`, printed by the test `states` of that crate. Columns
are states, rows are events; a cell is the state after the event, with the reason where the machine fixes
or passes on one, and empty where the event is refused.
Regenerate with `UPDATE_DOCS=1 cargo test -p causeway-domain --test states` and review the difference.
";

fn movements() -> String {
    let quotes = Machine {
        title: "Quotes (money 8.7)",
        begins: format!(
            "{:?}, or {:?} where its instructions are withheld",
            quotes::created(false),
            quotes::created(true)
        ),
        states: QuoteStatus::EVERY,
        events: QuoteEvent::EVERY,
        meaning: QuoteEvent::meaning,
    };
    let outgoing = Machine {
        title: "Outgoing payments (money 10.8)",
        begins: "Pending".to_owned(),
        states: OutgoingStatus::EVERY,
        events: OutgoingEvent::EVERY,
        meaning: OutgoingEvent::meaning,
    };
    let incoming = Machine {
        title: "Incoming UMA payments (money 10.4)",
        begins: "Created".to_owned(),
        states: payments::IncomingState::EVERY,
        events: payments::IncomingEvent::EVERY,
        meaning: payments::IncomingEvent::meaning,
    };
    let deposits = Machine {
        title: "Deposits and transfer-in (money 3.5, 10.2)",
        begins: "Completed on an instant rail, else Pending, or Waiting for a crypto deposit".to_owned(),
        states: payments::DepositState::EVERY,
        events: payments::DepositEvent::EVERY,
        meaning: payments::DepositEvent::meaning,
    };
    let refunds = Machine {
        title: "Refunds (money 9)",
        begins: "Pending".to_owned(),
        states: payments::RefundStatus::EVERY,
        events: payments::RefundEvent::EVERY,
        meaning: payments::RefundEvent::meaning,
    };
    let unmatched = Machine {
        title: "Money that fits no account and no quote (money 3.5)",
        begins: "Held".to_owned(),
        states: payments::UnmatchedStatus::EVERY,
        events: payments::UnmatchedEvent::EVERY,
        meaning: payments::UnmatchedEvent::meaning,
    };
    let debits = Machine {
        title: "Direct debits that fund a payment (money 2.2)",
        begins: "Pending".to_owned(),
        states: payments::DebitStatus::EVERY,
        events: payments::DebitEvent::EVERY,
        meaning: payments::DebitEvent::meaning,
    };
    [
        quotes.print(quotes::next),
        debits.print(payments::next_debit),
        outgoing.print(payments::next_outgoing),
        incoming.print(payments::next_incoming),
        deposits.print(payments::next_deposit),
        refunds.print(payments::next_refund),
        unmatched.print(payments::next_unmatched),
    ]
    .concat()
}

fn coins() -> String {
    use stablecoins::{
        IssuanceEvent, LinkEvent, OperationEvent, OperationState, StablecoinIssuanceStatus,
        StablecoinProviderAccountStatus, StablecoinQuoteEvent, StablecoinQuoteStatus,
        StablecoinSvcOperationsStatus,
    };
    let links = Machine {
        title: "Links to stablecoin providers (stablecoins 2)",
        begins: format!("{:?}", stablecoins::link_created()),
        states: StablecoinProviderAccountStatus::EVERY,
        events: LinkEvent::EVERY,
        meaning: LinkEvent::meaning,
    };
    let issuance = Machine {
        title: "Stablecoins, issuanceStatus (stablecoins 3.1)",
        begins: "what the provider says at the registration".to_owned(),
        states: StablecoinIssuanceStatus::EVERY,
        events: IssuanceEvent::EVERY,
        meaning: IssuanceEvent::meaning,
    };
    let service = Machine {
        title: "Stablecoins, svcOperationsStatus, set by operators (stablecoins 3.2)",
        begins: format!("{:?}", stablecoins::service_created()),
        states: StablecoinSvcOperationsStatus::EVERY,
        events: StablecoinSvcOperationsStatus::EVERY,
        meaning: StablecoinSvcOperationsStatus::as_str,
    };
    let operations = Machine {
        title: "Mints and burns (stablecoins 7.1)",
        begins: format!("{:?}", stablecoins::operation_created()),
        states: OperationState::EVERY,
        events: OperationEvent::EVERY,
        meaning: OperationEvent::meaning,
    };
    let quotes = Machine {
        title: "Previews of mints and burns (stablecoins 10)",
        begins: format!("{:?}", stablecoins::quote_created()),
        states: StablecoinQuoteStatus::EVERY,
        events: StablecoinQuoteEvent::EVERY,
        meaning: StablecoinQuoteEvent::meaning,
    };
    [
        links.print(stablecoins::next_link),
        issuance.print(stablecoins::next_issuance),
        service.print(stablecoins::next_service),
        operations.print(stablecoins::next_operation),
        quotes.print(stablecoins::next_quote),
    ]
    .concat()
}

fn openings() -> String {
    use external_accounts::{Opening, created};
    format!(
        "{:?} where it is screened, {:?} where it is not, {:?} for a wallet whose ownership is to be proved",
        created(Opening::Screened),
        created(Opening::Unscreened),
        created(Opening::OwnershipToProve)
    )
}

fn decisions() -> String {
    use customers::{CustomerType, Decision, created};
    let individual = |decision| created(CustomerType::Individual, false, decision);
    format!(
        "{:?} on a regulated platform; elsewhere a business as {:?}, an individual as {:?} without a decision, \
         else as {:?}, {:?} or {:?}",
        created(CustomerType::Business, true, Decision::Open),
        created(CustomerType::Business, false, Decision::Approved),
        individual(Decision::Open),
        individual(Decision::Pending),
        individual(Decision::Approved),
        individual(Decision::Rejected),
    )
}

fn parties() -> String {
    let internal = Machine {
        title: "Internal accounts (money 3.2)",
        begins: "Pending; the platform's own as Active".to_owned(),
        states: internal_accounts::InternalAccountState::EVERY,
        events: internal_accounts::InternalAccountEvent::EVERY,
        meaning: internal_accounts::InternalAccountEvent::meaning,
    };
    let external = Machine {
        title: "External accounts (money 4.1)",
        begins: openings(),
        states: external_accounts::ExternalAccountStatus::EVERY,
        events: external_accounts::ExternalAccountEvent::EVERY,
        meaning: external_accounts::ExternalAccountEvent::meaning,
    };
    let customers = Machine {
        title: "Customers, kycStatus and kybStatus (customers 5.1)",
        begins: decisions(),
        states: customers::CustomerState::EVERY,
        events: customers::CustomerEvent::EVERY,
        meaning: customers::CustomerEvent::meaning,
    };
    let verifications = Machine {
        title: "Verifications (customers 5.2)",
        begins: "what the first submission comes to from Lacking".to_owned(),
        states: kyc::VerificationState::EVERY,
        events: kyc::VerificationEvent::EVERY,
        meaning: kyc::VerificationEvent::meaning,
    };
    let owners = Machine {
        title: "Beneficial owners, kycStatus (customers 5.5, 7)",
        begins: format!(
            "{:?}, or {:?} on a regulated platform",
            kyc::owner_created(false),
            kyc::owner_created(true)
        ),
        states: kyc::OwnerStatus::EVERY,
        events: kyc::OwnerEvent::EVERY,
        meaning: kyc::OwnerEvent::meaning,
    };
    let deliveries = Machine {
        title: "Webhook deliveries (conventions 11.4, 11.5)",
        begins: format!(
            "{:?}, or {:?} without an endpoint",
            deliveries::created(true),
            deliveries::created(false)
        ),
        states: deliveries::DeliveryStatus::EVERY,
        events: deliveries::DeliveryEvent::EVERY,
        meaning: deliveries::DeliveryEvent::meaning,
    };
    let invitations = Machine {
        title: "Invitations (customers 9)",
        begins: format!("{:?}", invitations::created()),
        states: invitations::InvitationStatus::EVERY,
        events: invitations::InvitationEvent::EVERY,
        meaning: invitations::InvitationEvent::meaning,
    };
    let actions = Machine {
        title: "What agents ask for (agents A5.1)",
        begins: format!(
            "{:?}, or {:?} where the platform is asked",
            agents::state::created(AgentExecutionMode::Auto),
            agents::state::created(AgentExecutionMode::ApprovalRequired)
        ),
        states: AgentActionStatus::EVERY,
        events: agents::state::ActionEvent::EVERY,
        meaning: agents::state::ActionEvent::meaning,
    };
    let imports = Machine {
        title: "Files of customers (customers 3.2)",
        begins: format!("{:?}", customer_imports::created()),
        states: customer_imports::CustomerImportStatus::EVERY,
        events: customer_imports::CustomerImportEvent::EVERY,
        meaning: customer_imports::CustomerImportEvent::meaning,
    };
    [
        internal.print(internal_accounts::next),
        external.print(external_accounts::next),
        customers.print(customers::next),
        imports.print(customer_imports::next),
        invitations.print(invitations::next),
        actions.print(agents::state::next),
        verifications.print(kyc::next_verification),
        owners.print(kyc::next_owner),
        deliveries.print(deliveries::next),
    ]
    .concat()
}

#[test]
fn the_document_shows_every_move() {
    let cards = users::of_cards() + &card_transactions::of_card_transactions();
    let introduction = INTRODUCTION.to_owned();
    let printed = [introduction, movements(), parties(), coins(), users::of_users(), cards].concat();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/states.md");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, &printed).unwrap();
    }
    let document = std::fs::read_to_string(&path).unwrap_or_default();
    let difference = document.lines().zip(printed.lines()).find(|(old, new)| old != new);
    assert!(
        document == printed,
        "docs/states.md differs, first here: {difference:?}; see the head of that file"
    );
}

/// The event of the transaction that belongs to an event of its quote.
fn of_transaction(event: QuoteEvent) -> OutgoingEvent {
    match event {
        QuoteEvent::AuthorizationRequired => OutgoingEvent::AuthorizationRequired,
        QuoteEvent::AuthorizedToFund => OutgoingEvent::AuthorizedToFund,
        QuoteEvent::AuthorizedToPay | QuoteEvent::Started => OutgoingEvent::Started,
        QuoteEvent::AuthorizationLapsed => OutgoingEvent::AuthorizationLapsed,
        QuoteEvent::ExpiryReached => OutgoingEvent::ExpiryReached,
        QuoteEvent::FundingMismatched => OutgoingEvent::FundingMismatched,
        QuoteEvent::RateRefused => OutgoingEvent::RateRefused,
        QuoteEvent::FailedBeforeDebit => {
            OutgoingEvent::FailedBeforeDebit(OutgoingFailure::QuoteExecutionFailed)
        }
        QuoteEvent::DebitFailed => OutgoingEvent::DebitFailed,
        QuoteEvent::Delivered => OutgoingEvent::Delivered,
        QuoteEvent::PayoutFailed => OutgoingEvent::PayoutFailed(OutgoingFailure::AccountInvalid),
        QuoteEvent::CancelledAndRefunded => OutgoingEvent::CancelledAndRefunded,
        QuoteEvent::Returned => OutgoingEvent::Returned,
    }
}

#[test]
fn a_quote_and_its_transaction_move_together() {
    let mut moves = 0;
    for status in QuoteStatus::EVERY {
        let transaction: OutgoingStatus = status.as_str().parse().unwrap();
        for event in QuoteEvent::EVERY {
            let Ok(quote_after) = quotes::next(*status, *event) else { continue };
            let after = payments::next_outgoing(transaction, of_transaction(*event)).unwrap().status();
            let expected = match event {
                QuoteEvent::CancelledAndRefunded => OutgoingStatus::Refunded,
                _ => quote_after.as_str().parse().unwrap(),
            };
            assert_eq!(after, expected, "{status} {event:?}");
            moves += 1;
        }
    }
    assert_eq!(moves, 18);
}

#[test]
fn final_statuses_take_no_event_but_the_return_of_a_completed_payment() {
    for status in OutgoingStatus::EVERY {
        let accepted: Vec<_> = OutgoingEvent::EVERY
            .iter()
            .filter(|event| payments::next_outgoing(*status, **event).is_ok())
            .collect();
        match TransactionStatus::from(*status) {
            TransactionStatus::Completed => assert_eq!(accepted, [&OutgoingEvent::Returned]),
            status => assert_eq!(accepted.is_empty(), status.is_final(), "{status}"),
        }
    }
}

#[test]
fn a_status_of_outgoing_payments_is_the_same_in_both_lists() {
    let found: Vec<_> =
        TransactionStatus::EVERY.iter().filter_map(|status| OutgoingStatus::of(*status)).collect();
    assert_eq!(distinct(&found), OutgoingStatus::EVERY.len());
    for status in found {
        assert_eq!(status.as_str(), TransactionStatus::from(status).as_str());
    }
}

#[test]
fn the_lists_of_states_are_complete() {
    use customers::{BeforeHold, CustomerState, CustomerStatus};
    use internal_accounts::{BeforeFreeze, InternalAccountState, InternalAccountStatus};
    let every_internal = InternalAccountStatus::EVERY.len() - 1 + BeforeFreeze::EVERY.len();
    assert_eq!(distinct(InternalAccountState::EVERY), every_internal);
    let every_customer = CustomerStatus::EVERY.len() - 1 + BeforeHold::EVERY.len();
    assert_eq!(distinct(CustomerState::EVERY), every_customer);
    // Of the nine statuses a deposit takes these: PENDING in two forms, no authorization, no expiry.
    let deposits = payments::DepositState::EVERY;
    let statuses: HashSet<_> = deposits.iter().map(|state| state.status()).collect();
    assert_eq!((distinct(deposits), statuses.len()), (6, 5));
}

fn distinct<S: Copy + Eq + Hash>(states: &[S]) -> usize {
    states.iter().copied().collect::<HashSet<_>>().len()
}
