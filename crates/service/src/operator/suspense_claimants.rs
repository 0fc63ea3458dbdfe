//! The holders who may own unmatched money: those of payments that wait for its amount, and those with the payer's name.

use std::collections::{BTreeSet, HashMap};

use causeway_domain::ids::{CustomerId, ExternalAccountId, Id, QuoteId, TransactionId};
use causeway_domain::money::CurrencyCode;
use causeway_domain::payments::TransactionStatus;
use causeway_domain::payments::lifecycle::{OutgoingPhase, PaidBy, Phase};
use causeway_domain::search::{Reading, ResourceKind, readings};
use causeway_domain::{Amount, Time};
use causeway_store::listing::{Order, Page};
use causeway_store::payments::{self, PaymentRecord, Walk, WalkBy};
use causeway_store::search_terms::{self, SearchHit};
use causeway_store::unmatched_deposits::UnmatchedRecord;
use causeway_store::{Tx, customers, internal_accounts};
use serde::Serialize;

use super::Answer;
use super::customer_list::status;
use super::viewer::PersonalData;
use crate::runtime::context::Context;

/// Maximum number of pending payments among which candidates are looked for.
const MAX_PENDING: u32 = 1_000;
/// Maximum number of holders of each kind with the payer's name.
const MAX_NAMESAKES: u32 = 10;
/// Maximum number of customers that are shown with their accounts.
const MAX_HOLDERS: usize = 20;

/// The payments and the holders that unmatched money may belong to.
#[derive(Default, Serialize)]
pub(super) struct Claimants {
    candidates: Vec<Candidate>,
    /// The customers and external accounts with the payer's name, for viewers who may see persons.
    namesakes: Vec<Namesake>,
    /// A sentence if there are neither.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'static str>,
}

/// A payment that waits for exactly the amount of the money.
#[derive(Serialize)]
struct Candidate {
    transaction: TransactionId,
    quote: Option<QuoteId>,
    customer: Option<CustomerId>,
    reference: Option<String>,
    created_at: Time,
    #[serde(flatten)]
    holder: Holder,
}

/// A customer or an external account with the payer's name.
#[derive(Serialize)]
struct Namesake {
    kind: ResourceKind,
    id: String,
    #[serde(flatten)]
    holder: Holder,
}

/// A customer who may own the money, with the commands that credit it.
#[derive(Default, Serialize)]
struct Holder {
    name: Option<String>,
    status: Option<&'static str>,
    /// The command for each of the customer's accounts in the currency of the money.
    commands: Vec<String>,
    /// The reason why there is no command.
    note: Option<String>,
}

impl Claimants {
    /// Finds the payments that wait for this amount and the holders with the payer's name, in four statements.
    pub(super) fn of(
        tx: &mut Tx<'_>,
        context: &Context,
        record: &UnmatchedRecord,
        amount: Amount,
        personal: PersonalData,
    ) -> Answer<Self> {
        let awaiting = awaiting(tx, context, amount)?;
        let payer = record.doc.originator.account_holder_name.as_deref();
        let hits = match payer.filter(|_| personal.may_see_person()) {
            Some(payer) => namesakes(tx, context, payer)?,
            None => Vec::new(),
        };
        let of_hits = hits.iter().filter_map(customer_of);
        let ids: BTreeSet<CustomerId> =
            awaiting.iter().filter_map(|payment| payment.customer).chain(of_hits).collect();
        let ids: Vec<CustomerId> = ids.into_iter().take(MAX_HOLDERS).collect();
        let holders = Holders::of(tx, context, &ids, amount.currency)?;
        let of_money = |customer| holders.holder(customer, record.id, personal);
        let is_empty = awaiting.is_empty() && hits.is_empty();
        Ok(Self {
            candidates: awaiting.iter().map(|payment| Candidate::new(payment, &of_money)).collect(),
            namesakes: hits.iter().map(|hit| Namesake::new(hit, &of_money)).collect(),
            note: is_empty.then_some(
                "no payment waits for this amount, and no holder with the payer's name is known: ask the payer, or \
                 return the money",
            ),
        })
    }
}

impl Candidate {
    fn new(payment: &PaymentRecord, of_money: &impl Fn(CustomerId) -> Holder) -> Self {
        Self {
            transaction: payment.id,
            quote: payment.quote,
            customer: payment.customer,
            reference: payment.reference.clone(),
            created_at: payment.created_at,
            holder: payment.customer.map(of_money).unwrap_or_default(),
        }
    }
}

impl Namesake {
    fn new(hit: &SearchHit, of_money: &impl Fn(CustomerId) -> Holder) -> Self {
        match customer_of(hit) {
            Some(customer) => Self { kind: hit.kind, id: customer.to_string(), holder: of_money(customer) },
            None => {
                let id = ExternalAccountId::from_uuid(hit.id).to_string();
                let commands = vec![format!("causeway external-account show {id}")];
                Self { kind: hit.kind, id, holder: Holder { commands, ..Holder::default() } }
            }
        }
    }
}

/// Customers with their accounts in one currency.
struct Holders {
    currency: CurrencyCode,
    customers: HashMap<CustomerId, customers::CustomerRecord>,
    accounts: Vec<internal_accounts::InternalAccountRecord>,
}

impl Holders {
    fn of(tx: &mut Tx<'_>, context: &Context, ids: &[CustomerId], currency: CurrencyCode) -> Answer<Self> {
        let found = customers::among(tx, context.platform, ids)?;
        let accounts = internal_accounts::live_of_customers(tx, context.platform, ids, currency)?;
        Ok(Self {
            currency,
            customers: found.into_iter().map(|record| (record.id, record)).collect(),
            accounts: accounts.into_iter().map(|locked| locked.account).collect(),
        })
    }

    /// Returns a customer with the commands that credit the money of a transaction to its accounts.
    fn holder(&self, customer: CustomerId, money: TransactionId, personal: PersonalData) -> Holder {
        let Some(record) = self.customers.get(&customer) else { return Holder::default() };
        let own = self.accounts.iter().filter(|account| account.customer == Some(customer));
        let commands: Vec<String> = own
            .map(|account| {
                format!("causeway suspense resolve {money} --account {} --reason TEXT", account.id)
            })
            .collect();
        Holder {
            name: personal.show_any(record.doc.profile.name()),
            status: Some(status(record)),
            note: commands.is_empty().then(|| format!("has no account in {}", self.currency)),
            commands,
        }
    }
}

/// Returns the customer of a hit, or `None` if it is an external account.
fn customer_of(hit: &SearchHit) -> Option<CustomerId> {
    (hit.kind == ResourceKind::Customer).then(|| CustomerId::from_uuid(hit.id))
}

/// Returns the customers and external accounts whose name has all words of the payer's.
fn namesakes(tx: &mut Tx<'_>, context: &Context, payer: &str) -> Answer<Vec<SearchHit>> {
    let words = readings(payer).into_iter().find_map(|reading| match reading {
        Reading::Words(words) => Some(words),
        _ => None,
    });
    let Some(words) = words else { return Ok(Vec::new()) };
    let kinds = [ResourceKind::Customer, ResourceKind::ExternalAccount];
    Ok(search_terms::find_words(tx, context.platform, &kinds, &words, MAX_NAMESAKES)?)
}

/// Returns the open payments among the newest pending ones that a payer is to pay in with exactly this amount.
fn awaiting(tx: &mut Tx<'_>, context: &Context, amount: Amount) -> Answer<Vec<PaymentRecord>> {
    let walk = Walk { by: WalkBy::Status(TransactionStatus::Pending), from: None, to: None };
    let page = Page { after: None, limit: MAX_PENDING, order: Order::Descending };
    let mut pending = payments::walk(tx, context.platform, &walk, context.now, &page)?;
    pending.retain(|payment| {
        matches!(payment.phase(), Phase::Outgoing(OutgoingPhase::Offered))
            && matches!(payment.course().paid_by, PaidBy::Bank | PaidBy::Crypto)
            && payment.terms.sent == Some(amount)
    });
    Ok(pending)
}
