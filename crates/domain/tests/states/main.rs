//! Integration test of `docs/reference/states.md`, which lists every move of every state machine. The test fails
//! if they differ.
//!
//! `UPDATE_DOCS=1 cargo test -p causeway-domain --test states` rewrites the document.

mod card_transactions;
mod machine;
mod payments;
mod users;

use std::collections::HashSet;
use std::hash::Hash;
use std::path::Path;

use causeway_domain::agents::{AgentActionStatus, AgentExecutionMode};
use causeway_domain::{
    agents, customer_imports, customers, deliveries, external_accounts, internal_accounts, invitations,
    stablecoins, verifications,
};

use machine::Machine;

const INTRODUCTION: &str = "# States

Every move of every state machine of `crates/domain`, printed by the test `states` of that crate. Columns
are states, rows are events; a cell is the state after the event, with the reason if the machine fixes
or passes on one, and empty if the event is refused.
In the source, `UPDATE_DOCS=1 cargo test -p causeway-domain --test states` regenerates this page: review the difference.
";

fn coins() -> String {
    use stablecoins::{
        IssuanceEvent, LinkEvent, OperationEvent, OperationState, StablecoinIssuanceStatus,
        StablecoinProviderAccountStatus, StablecoinQuoteEvent, StablecoinQuoteStatus,
        StablecoinSvcOperationsStatus,
    };
    let links = Machine {
        title: "Links to stablecoin providers (stablecoins 2)",
        begins: format!("{:?}", stablecoins::link_created()),
        states: StablecoinProviderAccountStatus::ALL,
        events: LinkEvent::ALL,
        meaning: LinkEvent::meaning,
    };
    let issuance = Machine {
        title: "Stablecoins, issuanceStatus (stablecoins 3.1)",
        begins: "the status that the provider reports at the registration".to_owned(),
        states: StablecoinIssuanceStatus::ALL,
        events: IssuanceEvent::ALL,
        meaning: IssuanceEvent::meaning,
    };
    let service = Machine {
        title: "Stablecoins, svcOperationsStatus, set by operators (stablecoins 3.2)",
        begins: format!("{:?}", stablecoins::service_created()),
        states: StablecoinSvcOperationsStatus::ALL,
        events: StablecoinSvcOperationsStatus::ALL,
        meaning: StablecoinSvcOperationsStatus::as_str,
    };
    let operations = Machine {
        title: "Mints and burns (stablecoins 7.1)",
        begins: format!("{:?}", stablecoins::operation_created()),
        states: OperationState::ALL,
        events: OperationEvent::ALL,
        meaning: OperationEvent::meaning,
    };
    let quotes = Machine {
        title: "Previews of mints and burns (stablecoins 10)",
        begins: format!("{:?}", stablecoins::quote_created()),
        states: StablecoinQuoteStatus::ALL,
        events: StablecoinQuoteEvent::ALL,
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
        "{:?} if it is screened, {:?} if it is not, {:?} for a wallet with an ownership to be proved",
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
        begins: "Active if its owner is transactable; else as Pending".to_owned(),
        states: internal_accounts::InternalAccountState::ALL,
        events: internal_accounts::InternalAccountEvent::ALL,
        meaning: internal_accounts::InternalAccountEvent::meaning,
    };
    let external = Machine {
        title: "External accounts (money 4.1)",
        begins: openings(),
        states: external_accounts::ExternalAccountStatus::ALL,
        events: external_accounts::ExternalAccountEvent::ALL,
        meaning: external_accounts::ExternalAccountEvent::meaning,
    };
    let customers = Machine {
        title: "Customers, kycStatus and kybStatus (customers 5.1)",
        begins: decisions(),
        states: customers::CustomerState::ALL,
        events: customers::CustomerEvent::ALL,
        meaning: customers::CustomerEvent::meaning,
    };
    let verifications = Machine {
        title: "Verifications (customers 5.2)",
        begins: "the state that the first submission leads to from Lacking".to_owned(),
        states: verifications::VerificationState::ALL,
        events: verifications::VerificationEvent::ALL,
        meaning: verifications::VerificationEvent::meaning,
    };
    let owners = Machine {
        title: "Beneficial owners, kycStatus (customers 5.5, 7)",
        begins: format!(
            "{:?}, or {:?} on a regulated platform",
            verifications::owner_created(false),
            verifications::owner_created(true)
        ),
        states: verifications::OwnerStatus::ALL,
        events: verifications::OwnerEvent::ALL,
        meaning: verifications::OwnerEvent::meaning,
    };
    let deliveries = Machine {
        title: "Webhook deliveries (conventions 11.4, 11.5)",
        begins: format!(
            "{:?}, or {:?} without an endpoint",
            deliveries::created(true),
            deliveries::created(false)
        ),
        states: deliveries::DeliveryStatus::ALL,
        events: deliveries::DeliveryEvent::ALL,
        meaning: deliveries::DeliveryEvent::meaning,
    };
    let invitations = Machine {
        title: "Invitations (customers 9)",
        begins: format!("{:?}", invitations::created()),
        states: invitations::InvitationStatus::ALL,
        events: invitations::InvitationEvent::ALL,
        meaning: invitations::InvitationEvent::meaning,
    };
    let actions = Machine {
        title: "Actions of agents (agents A5.1)",
        begins: format!(
            "{:?}, or {:?} if the platform must approve",
            agents::state::created(AgentExecutionMode::Auto),
            agents::state::created(AgentExecutionMode::ApprovalRequired)
        ),
        states: AgentActionStatus::ALL,
        events: agents::state::ActionEvent::ALL,
        meaning: agents::state::ActionEvent::meaning,
    };
    let imports = Machine {
        title: "Files of customers (customers 3.2)",
        begins: format!("{:?}", customer_imports::created()),
        states: customer_imports::CustomerImportStatus::ALL,
        events: customer_imports::CustomerImportEvent::ALL,
        meaning: customer_imports::CustomerImportEvent::meaning,
    };
    [
        internal.print(internal_accounts::next),
        external.print(external_accounts::next),
        customers.print(customers::next),
        imports.print(customer_imports::next),
        invitations.print(invitations::next),
        actions.print(agents::state::next),
        verifications.print(verifications::next_verification),
        owners.print(verifications::next_owner),
        deliveries.print(deliveries::next),
    ]
    .concat()
}

#[test]
fn the_document_shows_every_move() {
    let cards = users::of_cards() + &card_transactions::of_card_transactions();
    let introduction = INTRODUCTION.to_owned();
    let printed =
        [introduction, payments::of_payments(), parties(), coins(), users::of_users(), cards].concat();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference/states.md");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, &printed).unwrap();
    }
    let document = std::fs::read_to_string(&path).unwrap_or_default();
    let difference = document.lines().zip(printed.lines()).find(|(old, new)| old != new);
    assert!(
        document == printed,
        "docs/reference/states.md differs, first here: {difference:?}; see the head of that file"
    );
}

#[test]
fn the_lists_of_states_are_complete() {
    use customers::{BeforeHold, CustomerState, CustomerStatus};
    use internal_accounts::{BeforeFreeze, InternalAccountState, InternalAccountStatus};
    let every_internal = InternalAccountStatus::ALL.len() - 1 + BeforeFreeze::ALL.len();
    assert_eq!(distinct(InternalAccountState::ALL), every_internal);
    let every_customer = CustomerStatus::ALL.len() - 1 + BeforeHold::ALL.len();
    assert_eq!(distinct(CustomerState::ALL), every_customer);
}

fn distinct<S: Copy + Eq + Hash>(states: &[S]) -> usize {
    states.iter().copied().collect::<HashSet<_>>().len()
}
