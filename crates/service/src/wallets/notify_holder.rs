//! The job that notifies the user of a wallet about a change of the wallet (wallet 10).

use causeway_domain::contact::ContactChannel;
use causeway_domain::ids::Id;
use causeway_domain::wallets::WalletNotice;
use causeway_store::{Error, Tx};

use super::otp;
use crate::ports::{Message, MessageError, MessageStyle};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{ClaimedJob, Next};
use crate::runtime::unsent_messages;

/// Sends a notice. A failed notice is not retried automatically; it raises an alert.
pub(crate) async fn run(
    job: &ClaimedJob,
    notice: WalletNotice,
    channel: ContactChannel,
    recipient: String,
) -> Result<(), ApiError> {
    let app = job.app.clone();
    let platform = job.platform;
    let read = move |tx: &mut Tx<'_>| {
        let context = Context::read(tx, &app, platform)?;
        let messages = app.ports.of(context.environment).messages.clone();
        Ok::<_, ApiError>((messages, otp::config(tx, &context)?.app_name))
    };
    let (messages, app_name) = job.app.store.read(read).await?;
    let of = app_name.map(|name| format!(" for {}", name.as_str())).unwrap_or_default();
    let message = Message {
        id: job.id().uuid(),
        platform,
        channel,
        recipient,
        subject: format!("Your wallet{of}"),
        text: format!(
            "{}{of}. If this was not you, contact the provider of your wallet at once.",
            what(notice)
        ),
        expires_at: None,
        style: MessageStyle::default(),
    };
    let outcome = messages.send(&message).await;
    job.conclude(&[], move |tx, context| conclude(tx, context, channel, outcome).map_err(ApiError::from))
        .await
}

const fn what(notice: WalletNotice) -> &'static str {
    match notice {
        WalletNotice::CredentialAdded => "A new way to sign in was added to your wallet",
        WalletNotice::CredentialRevoked => "A way to sign in was removed from your wallet",
        WalletNotice::ContactChanged => "Codes are not sent here any more to sign in to your wallet",
        WalletNotice::WalletExported => "The recovery words of your wallet were exported",
    }
}

fn conclude(
    tx: &mut Tx<'_>,
    context: &Context,
    channel: ContactChannel,
    outcome: Result<(), MessageError>,
) -> Result<Next, Error> {
    match outcome {
        Ok(()) => unsent_messages::close(tx, context.platform, channel)?,
        // No alert if this deployment has no message gateway.
        Err(MessageError::NotAvailable) => {}
        Err(error @ MessageError::Failed) => unsent_messages::report(tx, context, channel, error)?,
    }
    Ok(Next::Done)
}
