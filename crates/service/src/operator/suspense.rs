//! Money in suspense, whose owner or destination an operator must settle (money 2.1, 9).

use causeway_domain::card_transactions::CardTransactionStatus;
use causeway_domain::ids::{InternalAccountId, TransactionRef};
use causeway_store::ledger;
use serde::{Deserialize, Serialize};

use super::argument::{Argument, option, positional};
use super::noun::Nothing;
use super::payment::Shown;
use super::{Money, Noun};
use crate::card_transactions;
use crate::payments::operate;

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Resolve {
    transaction: TransactionRef,
    #[serde(default)]
    account: Option<InternalAccountId>,
}

#[derive(Debug, Clone, Serialize)]
struct Listed {
    transaction: TransactionRef,
    amount: Money,
}

const TRANSACTION: Argument = positional("transaction", "The id of the payment, or of the card transaction");

/// What was settled.
#[derive(Debug, Clone, Serialize)]
#[serde(untagged)]
enum Resolved {
    Payment(Shown),
    Card { transaction: TransactionRef, status: CardTransactionStatus },
}

pub(super) fn noun() -> Noun {
    let account = option(
        "account",
        "The internal account that gets it [default: the one that had paid, or that a deposit was for]",
    );
    Noun::new("suspense", "Money in suspense")
        .read(
            "list",
            "Lists the money in suspense, by payment or card transaction",
            &[],
            |tx, platform, Nothing {}| {
                let found = ledger::in_suspense(tx, platform.id)?.into_iter();
                let listed = found.map(|(transaction, amount)| Listed { transaction, amount: amount.into() });
                Ok(listed.collect::<Vec<_>>())
            },
        )
        .change(
            "resolve",
            "Makes a failed refund, or credits a deposit or what a card has brought, out of suspense",
            &[TRANSACTION, account],
            |tx, context, resolve: &Resolve| {
                let account = resolve.account;
                Ok(match resolve.transaction {
                    TransactionRef::Payment(id) => {
                        let payment = operate::resolve(tx, context, id, account)?;
                        Resolved::Payment(Shown::from(payment))
                    }
                    TransactionRef::Card(id) => {
                        let record = card_transactions::resolve(tx, context, id, account)?;
                        Resolved::Card { transaction: resolve.transaction, status: record.status }
                    }
                })
            },
        )
}
