//! Embedded wallets (wallet 10).

use causeway_domain::ids::{QuoteId, TransactionId};
use causeway_domain::payments::TransactionStatus;
use causeway_store::Tx;
use serde::{Deserialize, Serialize};

use super::argument::{Argument, PLATFORM, positional};
use super::call::Call;
use super::{Money, Noun, OperatorError};
use crate::quotes::rescue;
use crate::runtime::context::Context;

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Named {
    quote: QuoteId,
}

const NAMED: &[Argument] = &[
    positional("quote", "A quote from the wallet to its customer's fiat account, as the platform made it"),
    PLATFORM,
];

/// Money that goes back to its customer.
#[derive(Debug, Clone, Serialize)]
struct Shown {
    quote: QuoteId,
    transaction: TransactionId,
    status: TransactionStatus,
    sent: Option<Money>,
}

pub(super) fn noun() -> Noun {
    Noun::new("wallet", "Embedded wallets of customers").act(
        "rescue",
        "Moves money of a wallet without a credential to its customer's own fiat account, by a quote that nobody can sign",
        NAMED,
        |call: Call, named: Named| rescue(call, named.quote),
    )
}

async fn rescue(call: Call, quote: QuoteId) -> Result<Shown, OperatorError> {
    let app = call.app.clone();
    let look = |tx: &mut Tx<'_>, call: &Call| {
        let platform = call.platform.find(tx)?;
        Ok(Context::of_service(&call.app, &platform, tx.wall()))
    };
    let context = call.clone().read(look).await?;
    let precheck = rescue::ask(&app, &context, quote).await?;
    let moved = call.change(move |tx, context| Ok(rescue::apply(tx, context, quote, precheck)?));
    let payment = moved.await?.payment;
    Ok(Shown {
        quote,
        transaction: payment.id,
        status: payment.status,
        sent: payment.terms.sent.map(Money::from),
    })
}
