//! Money in suspense, whose owner or destination an operator must settle (money 2.1, 9).

use causeway_domain::card_transactions::CardTransactionStatus;
use causeway_domain::external_accounts::{CryptoNetwork, PaymentRail};
use causeway_domain::ids::{InternalAccountId, TransactionRef};
use causeway_domain::payments::UnmatchedStatus;
use causeway_store::platforms::PlatformRecord;
use causeway_store::unmatched_deposits::{self, UnmatchedRecord};
use causeway_store::{Tx, ledger};

use super::payment::Outcome;
use super::{Answer, Money, Nothing, OperatorError, arguments, flag, noun, option, positional, shown};
use crate::card_transactions;
use crate::payments::incoming::unmatched;
use crate::payments::operate;
use crate::runtime::context::Context;

noun! {
    /// Money in suspense
    "suspense" {
        /// Lists the money in suspense, by payment or card transaction
        "list" => read(list),
        /// Makes a failed refund, or credits a deposit or what a card has brought, out of suspense; credits money
        /// that fits no account, or sends it back
        "resolve" => change(resolve),
    }
}

arguments! {
    struct Resolve {
        transaction: TransactionRef = positional("The id of the payment, or of the card transaction"),
        account: Option<InternalAccountId> = option(
            "The internal account that gets it [default: the one that had paid, or that a deposit was for]",
        ),
        #[serde(default)]
        payer: bool = flag("Sends money back to its payer that fits no account"),
    }
}

#[derive(serde::Serialize)]
struct Listed {
    transaction: TransactionRef,
    amount: Money,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    unmatched: Option<Unmatched>,
}

shown! {
    /// Money that fits no account and no quote, as its partner has reported it.
    struct Unmatched of record: UnmatchedRecord {
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

/// What was settled.
#[derive(serde::Serialize)]
#[serde(untagged)]
enum Resolved {
    Payment(Outcome),
    Card { transaction: TransactionRef, status: CardTransactionStatus },
}

fn list(tx: &mut Tx<'_>, platform: PlatformRecord, _: &Nothing) -> Answer<Vec<Listed>> {
    let mut listed = Vec::new();
    for (transaction, amount) in ledger::in_suspense(tx, platform.id)? {
        let unmatched = match transaction {
            TransactionRef::Payment(id) => unmatched_deposits::find(tx, platform.id, id)?,
            TransactionRef::Card(_) => None,
        };
        let unmatched = unmatched.map(Unmatched::from);
        listed.push(Listed { transaction, amount: amount.into(), unmatched });
    }
    Ok(listed)
}

fn resolve(tx: &mut Tx<'_>, context: &Context, resolve: &Resolve) -> Answer<Resolved> {
    let account = resolve.account;
    if resolve.payer {
        return Ok(Resolved::Payment(send_back(tx, context, resolve)?));
    }
    Ok(match resolve.transaction {
        TransactionRef::Payment(id) => {
            Resolved::Payment(match unmatched::attribute(tx, context, id, account)? {
                Some(record) => record.into(),
                None => operate::resolve(tx, context, id, account)?.into(),
            })
        }
        TransactionRef::Card(id) => {
            let record = card_transactions::resolve(tx, context, id, account)?;
            Resolved::Card { transaction: resolve.transaction, status: record.status }
        }
    })
}

/// Sends money back that fits no account. Other money has an owner here, who is owed it.
fn send_back(tx: &mut Tx<'_>, context: &Context, resolve: &Resolve) -> Answer<Outcome> {
    if resolve.account.is_some() {
        return Err(OperatorError::invalid("Name either --account or --payer."));
    }
    let sent_back = match resolve.transaction {
        TransactionRef::Payment(id) => unmatched::send_back(tx, context, id)?,
        TransactionRef::Card(_) => None,
    };
    sent_back
        .map(Outcome::from)
        .ok_or_else(|| OperatorError::invalid("Only money that fits no account goes back to its payer."))
}
