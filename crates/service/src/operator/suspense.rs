//! Money in suspense, with an owner or destination that an operator must determine (money 2.1, 9).

use causeway_domain::card_transactions::CardTransactionStatus;
use causeway_domain::external_accounts::{CryptoNetwork, PaymentRail};
use causeway_domain::ids::{InternalAccountId, TransactionRef};
use causeway_domain::payments::UnmatchedStatus;
use causeway_store::platforms::PlatformRecord;
use causeway_store::unmatched_deposits::{self, UnmatchedRecord};
use causeway_store::{Tx, ledger};

use super::payment::PaymentOutcome;
use super::{Answer, Money, NoArguments, OperatorError, arguments, flag, noun, option, positional, view};
use crate::card_transactions;
use crate::payments::incoming::unmatched;
use crate::payments::operate;
use crate::runtime::context::Context;

noun! {
    /// Money in suspense
    "suspense" {
        /// List the money in suspense, by payment or card transaction
        "list" => read(list),
        /// Resolve an item in suspense: pay a failed refund, credit a deposit or a card credit, or return
        /// unmatched funds
        "resolve" => change(resolve),
    }
}

arguments! {
    struct ResolveRequest {
        transaction: TransactionRef = positional("Payment id or card transaction id"),
        account: Option<InternalAccountId> = option(
            "Internal account to credit [default: the paying account, or the deposit's account]",
        ),
        #[serde(default)]
        payer: bool = flag("Return unmatched funds to their payer"),
    }
}

#[derive(serde::Serialize)]
struct SuspenseRow {
    transaction: TransactionRef,
    amount: Money,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    unmatched: Option<UnmatchedView>,
}

view! {
    /// An unmatched deposit, as reported by its partner.
    struct UnmatchedView of record: UnmatchedRecord {
        status: UnmatchedStatus = record.status,
        reference: String = record.doc.reference,
        rail: Option<PaymentRail> = record.doc.originator.rail,
        network: Option<CryptoNetwork> = record.doc.on_chain.as_ref().map(|chain| chain.network),
        transaction_hash: Option<String> = record.doc.on_chain.map(|chain| chain.hash),
        payer: Option<String> = record.doc.originator.account_holder_name,
        payer_account: Option<String> = record.doc.originator.account_identifier,
        event: Option<String> = record.doc.event,
        received_at: String = record.created_at.to_string(),
    }
}

/// The outcome of a resolution.
#[derive(serde::Serialize)]
#[serde(untagged)]
enum Resolution {
    Payment(PaymentOutcome),
    Card { transaction: TransactionRef, status: CardTransactionStatus },
}

fn list(tx: &mut Tx<'_>, platform: PlatformRecord, _: &NoArguments) -> Answer<Vec<SuspenseRow>> {
    let mut listed = Vec::new();
    for (transaction, amount) in ledger::in_suspense(tx, platform.id)? {
        let unmatched = match transaction {
            TransactionRef::Payment(id) => unmatched_deposits::find(tx, platform.id, id)?,
            TransactionRef::Card(_) => None,
        };
        let unmatched = unmatched.map(UnmatchedView::from);
        listed.push(SuspenseRow { transaction, amount: amount.into(), unmatched });
    }
    Ok(listed)
}

fn resolve(tx: &mut Tx<'_>, context: &Context, resolve: &ResolveRequest) -> Answer<Resolution> {
    let account = resolve.account;
    if resolve.payer {
        return Ok(Resolution::Payment(send_back(tx, context, resolve)?));
    }
    Ok(match resolve.transaction {
        TransactionRef::Payment(id) => {
            Resolution::Payment(match unmatched::attribute(tx, context, id, account)? {
                Some(record) => record.into(),
                None => operate::resolve(tx, context, id, account)?.into(),
            })
        }
        TransactionRef::Card(id) => {
            let record = card_transactions::resolve(tx, context, id, account)?;
            Resolution::Card { transaction: resolve.transaction, status: record.status }
        }
    })
}

/// Returns unmatched money to its payer. Other money in suspense has an owner at this service, and is owed to
/// that owner.
fn send_back(tx: &mut Tx<'_>, context: &Context, resolve: &ResolveRequest) -> Answer<PaymentOutcome> {
    if resolve.account.is_some() {
        return Err(OperatorError::invalid("Give either --account or --payer."));
    }
    let sent_back = match resolve.transaction {
        TransactionRef::Payment(id) => unmatched::return_to_payer(tx, context, id)?,
        TransactionRef::Card(_) => None,
    };
    sent_back
        .map(PaymentOutcome::from)
        .ok_or_else(|| OperatorError::invalid("Only unmatched funds can be returned to their payer."))
}
