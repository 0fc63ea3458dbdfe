//! Money in suspense, whose owner or destination an operator must settle (money 2.1, 9).

use causeway_domain::ids::{InternalAccountId, TransactionId};
use causeway_store::ledger;
use serde::{Deserialize, Serialize};

use super::argument::option;
use super::noun::Nothing;
use super::payment::{Shown, TRANSACTION};
use super::{Money, Noun};
use crate::payments::operate;

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Resolve {
    transaction: TransactionId,
    #[serde(default)]
    account: Option<InternalAccountId>,
}

#[derive(Debug, Clone, Serialize)]
struct Listed {
    transaction: TransactionId,
    amount: Money,
}

pub(super) fn noun() -> Noun {
    let account = option(
        "account",
        "The internal account that gets it [default: the one that had paid, or that a deposit was for]",
    );
    Noun::new("suspense", "Money in suspense")
        .read("list", "Lists the money in suspense, by payment", &[], |tx, platform, Nothing {}| {
            let found = ledger::in_suspense(tx, platform.id)?.into_iter();
            let listed = found.map(|(transaction, amount)| Listed { transaction, amount: amount.into() });
            Ok(listed.collect::<Vec<_>>())
        })
        .change(
            "resolve",
            "Makes a failed refund, or credits a deposit, out of suspense",
            &[TRANSACTION, account],
            |tx, context, resolve: &Resolve| {
                let payment = operate::resolve(tx, context, resolve.transaction, resolve.account)?;
                Ok(Shown::from(payment))
            },
        )
}
