//! The alert for messages that could not be sent, by platform and channel, and its end.

use std::sync::Arc;

use causeway_domain::alerts::AlertKind;
use causeway_domain::contact::ContactChannel;
use causeway_domain::ids::PlatformId;
use causeway_store::{Error, Tx, alerts};
use serde_json::json;

use super::app::App;
use super::context::Context;
use super::upkeep;
use crate::ports::MessageError;

/// Raises the alert for a message that was not accepted.
pub(crate) fn report(
    tx: &mut Tx<'_>,
    context: &Context,
    channel: ContactChannel,
    error: MessageError,
) -> Result<(), Error> {
    let subject = subject(context.platform, channel);
    let detail = json!({ "channel": channel, "what": error.to_string() });
    alerts::raise(tx, Some(context.platform), context.id(), AlertKind::MessageNotSent, &subject, &detail)
}

/// Raises the alert in its own transaction.
pub(crate) async fn report_in_own_transaction(
    context: &Context,
    channel: ContactChannel,
    error: MessageError,
) -> Result<(), Error> {
    let context = context.clone();
    let app = Arc::clone(&context.app);
    app.store.write(&[], move |tx: &mut Tx<'_>| report(tx, &context, channel, error)).await
}

/// Closes the alert after a message was accepted: the platform's messages are sent over this channel again.
pub(crate) fn close(tx: &mut Tx<'_>, platform: PlatformId, channel: ContactChannel) -> Result<(), Error> {
    upkeep::close_alert(tx, AlertKind::MessageNotSent, &subject(platform, channel))
}

/// Closes the alert in its own transaction; writes only if the alert is open.
pub(crate) async fn close_in_own_transaction(
    app: &App,
    platform: PlatformId,
    channel: ContactChannel,
) -> Result<(), Error> {
    let about = subject(platform, channel);
    if !app.store.read(move |tx: &mut Tx<'_>| alerts::is_open(tx, AlertKind::MessageNotSent, &about)).await? {
        return Ok(());
    }
    app.store.write(&[], move |tx: &mut Tx<'_>| close(tx, platform, channel)).await
}

fn subject(platform: PlatformId, channel: ContactChannel) -> String {
    format!("{platform} {channel}")
}
