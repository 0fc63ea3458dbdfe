//! Embedded wallets (wallet 10).

use causeway_domain::ids::{QuoteId, TransactionId};
use causeway_domain::payments::TransactionStatus;
use causeway_store::Tx;
use causeway_store::payments::PaymentRecord;

use super::{Answer, Argument, Call, Money, One, Subject, noun, positional, shown};
use crate::quotes::rescue;
use crate::runtime::context::Context;

noun! {
    /// Embedded wallets of customers
    "wallet" {
        /// Moves money of a wallet without a credential to its customer's own fiat account, by a quote that nobody
        /// can sign
        "rescue" => act(rescue).with_platform(),
    }
}

impl Subject for QuoteId {
    const ARGUMENT: Argument =
        positional("A quote from the wallet to its customer's fiat account, as the platform made it")
            .named("quote");
}

shown! {
    /// Money that goes back to its customer.
    struct Shown of (quote, payment): (QuoteId, PaymentRecord) {
        quote: QuoteId = quote,
        transaction: TransactionId = payment.id,
        status: TransactionStatus = payment.status(),
        sent: Option<Money> = payment.terms.sent.map(Money::from),
    }
}

async fn rescue(call: Call, One(quote): One<QuoteId>) -> Answer<Shown> {
    let app = call.app.clone();
    let look = |tx: &mut Tx<'_>, call: &Call| {
        let platform = call.platform.find(tx)?;
        Ok(Context::of_service(&call.app, &platform, tx.wall()))
    };
    let context = call.clone().read(look).await?;
    let precheck = rescue::ask(&app, &context, quote).await?;
    let moved = call.change(move |tx, context| Ok(rescue::apply(tx, context, quote, precheck)?));
    Ok((quote, moved.await?.payment).into())
}
