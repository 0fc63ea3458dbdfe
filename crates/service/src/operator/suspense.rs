//! Money in suspense, with an owner or destination that an operator must determine (money 2.1, 9).

use causeway_domain::card_transactions::CardTransactionStatus;
use causeway_domain::ids::{InternalAccountId, TransactionRef};
use causeway_domain::search::ResourceKind;
use causeway_store::Tx;

use super::payment::PaymentOutcome;
use super::suspense_list::IN_SUSPENSE;
use super::{Answer, OperatorError, arguments, flag, noun, option, positional, suspense_list};
use crate::card_transactions;
use crate::payments::incoming::unmatched;
use crate::payments::operate;
use crate::runtime::context::Context;

noun! {
    /// Money in suspense
    "suspense" {
        /// List the money in suspense, by payment or card transaction
        "list": Look => read_masked(suspense_list::list)
            .columns(&[
                "transaction",
                "amount",
                "since",
                "age_days",
                "status",
                "reference",
                "rail",
                "payer",
                "next",
            ]),
        /// Show the money of one transaction in suspense, with payments that wait for the same amount
        "show": Look => read_deployment(suspense_list::show).with_platform(),
        /// Resolve an item in suspense: pay a failed refund, credit a deposit or a card credit, or return
        /// unmatched funds
        "resolve": Money => change(resolve).irreversible(),
    }
}

arguments! {
    struct ResolveRequest {
        transaction: TransactionRef = positional("Payment id or card transaction id")
            .id_of(IN_SUSPENSE)
            .versioned(),
        account: Option<InternalAccountId> = option(
            "Internal account to credit [default: the paying account, or the deposit's account]",
        )
        .id_of(&[ResourceKind::InternalAccount]),
        #[serde(default)]
        payer: bool = flag("Return unmatched funds to their payer"),
    }
}

/// The outcome of a resolution.
#[derive(serde::Serialize)]
#[serde(untagged)]
enum Resolution {
    Payment(PaymentOutcome),
    Card { transaction: TransactionRef, status: CardTransactionStatus },
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
