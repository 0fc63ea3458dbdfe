//! Embedded wallets (wallet 10).

use causeway_domain::ids::{QuoteId, TransactionId};
use causeway_domain::payments::TransactionStatus;
use causeway_store::Tx;
use causeway_store::payments::PaymentRecord;

use super::call::ChangeOutcome;
use super::wallet_list::{list, show};
use super::{Answer, Call, IdArgument, Money, noun, view};
use crate::quotes::recover_wallet;
use crate::runtime::context::Context;

noun! {
    /// Embedded wallets of customers
    "wallet" {
        /// List wallets, newest first
        "list": Support => read_masked(list),
        /// Show a wallet with its credentials, sessions and open requests
        "show": Support => read_deployment(show).with_platform(),
        /// Move the balance of a wallet without credentials to its customer's fiat account
        "recover": Money => in_transaction(recover).with_platform().irreversible(),
    }
}

view! {
    /// The payment that recovers a wallet's money.
    struct RecoveryView of (quote, payment): (QuoteId, PaymentRecord) {
        quote: QuoteId = quote,
        transaction: TransactionId = payment.id,
        status: TransactionStatus = payment.status(),
        sent: Option<Money> = payment.terms.sent.map(Money::from),
    }
}

async fn recover(call: Call, IdArgument(quote): IdArgument<QuoteId>) -> Answer<ChangeOutcome<RecoveryView>> {
    let app = call.app.clone();
    let look = |tx: &mut Tx<'_>, call: &Call| {
        let platform = call.platform.find(tx)?;
        Ok(Context::of_service(&call.app, &platform, tx.wall()))
    };
    let context = call.clone().read(look).await?;
    let precheck = recover_wallet::ask(&app, &context, quote).await?;
    let recovery = call.change_or_preview(move |tx, context| {
        Ok(RecoveryView::from((quote, recover_wallet::apply(tx, context, quote, precheck)?.payment)))
    });
    recovery.await
}
