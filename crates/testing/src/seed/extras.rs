//! One of everything else for some of the customers.

use causeway_domain::agents::{
    AccountRestrictions, AgentActionStatus, AgentActionType, AgentExecutionMode, AgentPermission,
    ApprovalThreshold, Policy, SpendingLimits, Usage,
};
use causeway_domain::alerts::AlertKind;
use causeway_domain::card_transactions::{CardDeclineReason, Debit};
use causeway_domain::cards::{CardBrand, CardPhase};
use causeway_domain::customers::CustomerState;
use causeway_domain::external_accounts::PaymentRail;
use causeway_domain::ids::{
    AgentActionId, AgentId, AlertId, CardFundingSourceId, CardId, CardTransactionId, Id, InternalAccountId,
    JobId, TokenId, TransactionId,
};
use causeway_domain::internal_accounts::InternalAccountType;
use causeway_domain::money::CurrencyCode;
use causeway_domain::payments::{Direction, UnmatchedStatus};
use causeway_domain::postings::deposit_suspended;
use causeway_domain::tokens::Permissions;
use causeway_domain::verifications::VerificationState;
use causeway_domain::{Amount, Revision};
use causeway_store::agent_actions::{self, AgentActionRecord};
use causeway_store::agents::{self, AgentRecord};
use causeway_store::card_transactions::{self, CardTransactionRecord, EventRecord, MerchantDoc};
use causeway_store::cards::{self, CardRecord, CardSource, IssuedCard};
use causeway_store::jobs::{self, NewJob};
use causeway_store::ledger::{self, Origin};
use causeway_store::payments::Originator;
use causeway_store::tokens::{self, TokenRecord};
use causeway_store::unmatched_deposits::{self, UnmatchedDoc, UnmatchedRecord};
use causeway_store::wallets::{self, WalletRecord};
use causeway_store::{Error, Tx, alerts};
use serde_json::json;

use super::numbers::{DUE, EXTRAS, RowKind, Seed, at, refused};
use super::people::{add_person, name, open_account};

impl Seed {
    /// Returns the agent that requested the payment with this number, or `None` if the platform did.
    pub(super) fn agent_of(&self, payment: u64) -> Option<AgentId> {
        let before = payment.checked_sub(self.customers + 1)?;
        let is_requested = before.is_multiple_of(EXTRAS) && before / EXTRAS < self.extras();
        is_requested.then(|| self.agent(before / EXTRAS))
    }

    /// Returns the number of the payment that the agent with this number requested.
    const fn requested(&self, extra: u64) -> u64 {
        self.customers + 1 + extra * EXTRAS
    }

    /// Returns the agent with this number.
    #[must_use]
    pub fn agent(&self, extra: u64) -> AgentId {
        AgentId::from_uuid(self.id(RowKind::Agent, extra))
    }

    /// Returns the card with this number.
    #[must_use]
    pub fn card(&self, extra: u64) -> CardId {
        CardId::from_uuid(self.id(RowKind::Card, extra))
    }

    /// Returns the transaction of the card with this number.
    #[must_use]
    pub fn card_transaction(&self, extra: u64) -> CardTransactionId {
        CardTransactionId::from_uuid(self.id(RowKind::CardTransaction, extra))
    }

    /// Returns the action of the agent with this number.
    #[must_use]
    pub fn agent_action(&self, extra: u64) -> AgentActionId {
        AgentActionId::from_uuid(self.id(RowKind::AgentAction, extra))
    }

    /// Returns the wallet with this number.
    #[must_use]
    pub fn wallet(&self, extra: u64) -> InternalAccountId {
        InternalAccountId::from_uuid(self.id(RowKind::Wallet, extra))
    }

    /// Returns the unmatched deposit with this number.
    #[must_use]
    pub fn unmatched_deposit(&self, extra: u64) -> TransactionId {
        TransactionId::from_uuid(self.id(RowKind::UnmatchedDeposit, extra))
    }

    /// Returns the API token with this number.
    #[must_use]
    pub fn token(&self, extra: u64) -> TokenId {
        TokenId::from_uuid(self.id(RowKind::Token, extra))
    }

    /// Returns the alert with this number.
    #[must_use]
    pub fn alert(&self, extra: u64) -> AlertId {
        AlertId::from_uuid(self.id(RowKind::Alert, extra))
    }
}

/// Adds the extras with this number: an applicant in manual review, and to a customer a wallet, a card with a
/// declined transaction, an agent with an action, unmatched money, and an alert about it.
pub(super) fn add(tx: &mut Tx<'_>, seed: &Seed, extra: u64) -> Result<(), Error> {
    let applicant = seed.customers + extra;
    add_person(tx, seed, applicant, CustomerState::Pending, VerificationState::InReview)?;
    let requested = seed.requested(extra);
    let owner = seed.owner(requested);
    add_wallet(tx, seed, extra)?;
    add_card(tx, seed, extra, owner)?;
    agents::insert(tx, seed.platform, &agent(seed, extra, owner))?;
    if requested < seed.payments {
        agent_actions::insert(tx, seed.platform, &action(seed, extra, owner))?;
    }
    add_unmatched(tx, seed, extra)
}

/// Adds a wallet of the customer with this number.
fn add_wallet(tx: &mut Tx<'_>, seed: &Seed, extra: u64) -> Result<(), Error> {
    let account = seed.wallet(extra);
    open_account(tx, seed, extra, account, CurrencyCode::USDB, InternalAccountType::EmbeddedWallet)?;
    let record = WalletRecord {
        account,
        customer: seed.customer(extra),
        organization_id: seed.id(RowKind::Organization, extra),
        user_id: seed.id(RowKind::User, extra),
        wallet_id: seed.id(RowKind::SigningWallet, extra),
        issued_ms: 0,
        certificate: None,
        created_at: at(extra),
    };
    wallets::insert(tx, seed.platform, &record)
}

fn add_card(tx: &mut Tx<'_>, seed: &Seed, extra: u64, owner: u64) -> Result<(), Error> {
    let binding = CardFundingSourceId::from_uuid(seed.id(RowKind::CardSource, extra));
    let card = CardRecord {
        id: seed.card(extra),
        customer: seed.customer(owner),
        platform_card_id: format!("seed-card-{extra}"),
        is_named_by_platform: true,
        phase: CardPhase::Active,
        currency: CurrencyCode::USD,
        funding_currency: CurrencyCode::USD,
        max_spend: None,
        sources: vec![CardSource { binding, account: seed.account(owner) }],
        issued: Some(IssuedCard {
            brand: CardBrand::Visa,
            last4: format!("{:04}", extra % 10_000),
            exp_month: 12,
            exp_year: 2030,
            processor_ref: format!("seed-{extra}"),
            issuer_ref: format!("seed-{extra}"),
        }),
        created_at: at(extra),
        updated_at: Revision::created(at(extra)),
    };
    cards::insert(tx, seed.platform, &card)?;
    let declined = declined(seed, extra, owner);
    card_transactions::insert(tx, seed.platform, &declined)?;
    let event = EventRecord {
        event: format!("seed-{extra}"),
        token: declined.token,
        doc: json!({ "type": "AUTHORIZATION", "amount": declined.figures.authorized }),
        applied: Some((declined.id, 1)),
        received_at: at(extra),
    };
    card_transactions::insert_event(tx, seed.platform, &event)
}

fn declined(seed: &Seed, extra: u64, owner: u64) -> CardTransactionRecord {
    let declined = Debit::declined(2_500);
    CardTransactionRecord {
        id: seed.card_transaction(extra),
        card: seed.card(extra),
        customer: seed.customer(owner),
        platform_customer_id: format!("seed-{owner}"),
        account: seed.account(owner),
        token: format!("seed-token-{extra}"),
        direction: Direction::Debit,
        status: declined.state.status(),
        decline_reason: Some(CardDeclineReason::CardPaused),
        merchant: MerchantDoc { descriptor: "CAFE".to_owned(), mcc: None, country: None },
        currency: CurrencyCode::USD,
        funding_currency: CurrencyCode::USD,
        figures: declined.figures,
        events: 1,
        last_event_at: None,
        hold_ends_at: None,
        hold_job: None,
        created_at: at(extra),
        updated_at: Revision::created(at(extra)),
    }
}

fn agent(seed: &Seed, extra: u64, owner: u64) -> AgentRecord {
    let limits = SpendingLimits {
        currency: CurrencyCode::USD,
        per_transaction: 1_000_000,
        daily: None,
        daily_transactions: None,
        monthly: None,
    };
    AgentRecord {
        id: seed.agent(extra),
        customer: seed.customer(owner),
        name: format!("Agent {extra}"),
        is_paused: false,
        token_hash: None,
        policy: Policy {
            permissions: AgentPermission::ALL.iter().copied().collect(),
            default_execution_mode: AgentExecutionMode::Auto,
            spending_limits: limits,
            account_restrictions: AccountRestrictions::default(),
            approval_threshold: ApprovalThreshold::default(),
        },
        usage: Usage::none(at(extra)),
        deleted_at: None,
        created_at: at(extra),
        updated_at: Revision::created(at(extra)),
    }
}

fn action(seed: &Seed, extra: u64, owner: u64) -> AgentActionRecord {
    let requested = seed.requested(extra);
    AgentActionRecord {
        id: seed.agent_action(extra),
        agent: seed.agent(extra),
        customer: seed.customer(owner),
        transaction: seed.payment(requested),
        kind: AgentActionType::TransferOut,
        sca_factor: None,
        status: AgentActionStatus::Approved,
        has_begun: true,
        rejection_reason: None,
        expires_at: at(requested),
        created_at: at(requested),
        updated_at: Revision::created(at(requested)),
    }
}

/// Adds money in suspense that matches nothing, and an alert about it.
fn add_unmatched(tx: &mut Tx<'_>, seed: &Seed, extra: u64) -> Result<(), Error> {
    let id = seed.unmatched_deposit(extra);
    let cents = i64::try_from(70_000 + extra).unwrap_or_default();
    let amount = Amount::new(cents, CurrencyCode::USD);
    let record = UnmatchedRecord {
        id,
        status: UnmatchedStatus::Held,
        doc: UnmatchedDoc {
            v: 1,
            amount,
            reference: format!("UNKNOWN {extra}"),
            originator: Originator {
                account_holder_name: Some(name(extra)),
                rail: Some(PaymentRail::Ach),
                ..Originator::default()
            },
            on_chain: None,
            event: Some(format!("seed-{extra}")),
        },
        payment: None,
        returning_since: None,
        created_at: at(extra),
        updated_at: Revision::created(at(extra)),
    };
    unmatched_deposits::insert(tx, seed.platform, &record)?;
    let posting = deposit_suspended(amount).map_err(|error| Error::Data(error.to_string()))?;
    let origin = Origin { transaction: Some(id), quote: None, at: at(extra), ids: &seed.ids };
    ledger::post(tx, seed.platform, &posting, &origin).map_err(refused)?;
    let about = id.to_string();
    let kind = AlertKind::DepositUnmatched;
    alerts::raise(tx, Some(seed.platform), seed.alert(extra), kind, &about, &json!({}))
}

/// Adds an API token whose secret is not known.
pub(super) fn add_token(tx: &mut Tx<'_>, seed: &Seed, extra: u64) -> Result<(), Error> {
    let id = seed.token(extra);
    let token = TokenRecord {
        id,
        client_id: id.to_string(),
        secret_hash: vec![0; 32],
        permissions: Permissions::ALL,
        name: format!("Token {extra}"),
        created_at: at(extra),
    };
    tokens::insert(tx, seed.platform, &token)
}

/// Adds a job that is due in 2100.
pub(super) fn add_job(tx: &mut Tx<'_>, seed: &Seed, number: u64) -> Result<(), Error> {
    let id = JobId::from_uuid(seed.id(RowKind::Job, number));
    let job = NewJob {
        id,
        kind: "SEED",
        resource: &id.to_string(),
        due_at: DUE,
        payload: &json!({}),
        created_at: at(number),
    };
    jobs::insert(tx, seed.platform, &job)
}
