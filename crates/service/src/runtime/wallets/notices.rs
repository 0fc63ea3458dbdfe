//! Notices to the user of a wallet about actions on it, at the contact used before (wallet 10).

use causeway_domain::contact::ContactChannel;
use causeway_domain::ids::CustomerId;
use causeway_domain::wallets::WalletNotice;
use causeway_store::platforms::Environment;
use causeway_store::{Tx, customers};

use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{self, Work};

/// Notifies a customer at their current contact, by mail or else by text message. In the sandbox no message
/// is sent.
pub fn notify(
    tx: &mut Tx<'_>,
    context: &Context,
    customer: CustomerId,
    notice: WalletNotice,
) -> Result<(), ApiError> {
    let Some(found) = customers::find(tx, context.platform, customer)? else { return Ok(()) };
    let mail = found.doc.email.map(|address| (ContactChannel::Email, address));
    let phone = found.doc.phone_number.map(|number| (ContactChannel::Phone, number));
    match mail.or(phone) {
        Some((channel, recipient)) => notify_at(tx, context, customer, channel, recipient, notice),
        None => Ok(()),
    }
}

/// Notifies a customer at a given contact, for one that is no longer theirs.
pub fn notify_at(
    tx: &mut Tx<'_>,
    context: &Context,
    customer: CustomerId,
    channel: ContactChannel,
    recipient: String,
    notice: WalletNotice,
) -> Result<(), ApiError> {
    match context.environment {
        Environment::Sandbox => Ok(()),
        Environment::Production => {
            let work = Work::NotifyWalletHolder { notice, channel, recipient };
            jobs::schedule(tx, context, &work, &customer, context.now)
        }
    }
}
