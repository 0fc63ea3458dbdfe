//! Money in suspense, whose owner or destination an operator must settle (money 2.1, 9).

use causeway_domain::card_transactions::CardTransactionStatus;
use causeway_domain::external_accounts::{CryptoNetwork, PaymentRail};
use causeway_domain::ids::{InternalAccountId, TransactionRef};
use causeway_domain::payments::UnmatchedStatus;
use causeway_store::unmatched_deposits::{self, UnmatchedDoc, UnmatchedRecord};
use causeway_store::{Tx, ledger};
use serde::{Deserialize, Serialize};

use super::argument::{Argument, flag, option, positional};
use super::noun::Nothing;
use super::payment::Outcome;
use super::{Money, Noun, OperatorError};
use crate::card_transactions;
use crate::payments::{operate, unmatched};
use crate::runtime::context::Context;

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Resolve {
    transaction: TransactionRef,
    #[serde(default)]
    account: Option<InternalAccountId>,
    #[serde(default)]
    payer: bool,
}

#[derive(Debug, Clone, Serialize)]
struct Listed {
    transaction: TransactionRef,
    amount: Money,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    unmatched: Option<Unmatched>,
}

/// Money that fits no account and no quote, as its partner has told of it.
#[derive(Debug, Clone, Serialize)]
struct Unmatched {
    status: UnmatchedStatus,
    reference: String,
    rail: Option<PaymentRail>,
    network: Option<CryptoNetwork>,
    transaction_hash: Option<String>,
    payer: Option<String>,
    payer_account: Option<String>,
    event: Option<String>,
    received_at: String,
}

impl From<UnmatchedRecord> for Unmatched {
    fn from(record: UnmatchedRecord) -> Self {
        let UnmatchedDoc { reference, originator, on_chain, event, amount: _, v: _ } = record.doc;
        let (network, hash) = on_chain.map(|chain| (chain.network, chain.hash)).unzip();
        Self {
            status: record.status,
            reference,
            rail: originator.rail,
            network,
            transaction_hash: hash,
            payer: originator.account_holder_name,
            payer_account: originator.account_identifier,
            event,
            received_at: record.created_at.to_string(),
        }
    }
}

const TRANSACTION: Argument = positional("transaction", "The id of the payment, or of the card transaction");

/// What was settled.
#[derive(Debug, Clone, Serialize)]
#[serde(untagged)]
enum Resolved {
    Payment(Outcome),
    Card { transaction: TransactionRef, status: CardTransactionStatus },
}

pub(super) fn noun() -> Noun {
    let account = option(
        "account",
        "The internal account that gets it [default: the one that had paid, or that a deposit was for]",
    );
    let payer = flag("payer", "Sends money back to its payer that fits no account");
    Noun::new("suspense", "Money in suspense")
        .read(
            "list",
            "Lists the money in suspense, by payment or card transaction",
            &[],
            |tx, platform, Nothing {}| {
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
            },
        )
        .change(
            "resolve",
            "Makes a failed refund, or credits a deposit or what a card has brought, out of suspense; credits money that \
             fits no account, or sends it back",
            &[TRANSACTION, account, payer],
            |tx, context, resolve: &Resolve| {
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
            },
        )
}

/// Sends money back that fits no account. Other money has an owner here, who is owed it.
fn send_back(tx: &mut Tx<'_>, context: &Context, resolve: &Resolve) -> Result<Outcome, OperatorError> {
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
