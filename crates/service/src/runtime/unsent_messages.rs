//! The alert that messages are not sent, by platform and channel, and its end.

use std::sync::Arc;

use causeway_domain::contact::ContactChannel;
use causeway_domain::ids::PlatformId;
use causeway_store::{Error, Tx, alerts};
use serde_json::json;

use super::app::App;
use super::context::Context;
use super::upkeep;
use crate::ports::MessageError;

/// The kind of the alert.
pub(crate) const KIND: &str = "MESSAGE_NOT_SENT";

/// A message was not accepted: an operator is notified.
///
/// # Errors
/// Those of the database.
pub(crate) fn report(
    tx: &mut Tx<'_>,
    context: &Context,
    channel: ContactChannel,
    fault: MessageError,
) -> Result<(), Error> {
    let subject = subject(context.platform, channel);
    let detail = json!({ "channel": channel, "what": fault.to_string() });
    alerts::raise(tx, Some(context.platform), context.id(), KIND, &subject, &detail)
}

/// The same in a transaction of its own.
///
/// # Errors
/// Those of the database.
pub(crate) async fn report_by_itself(
    context: &Context,
    channel: ContactChannel,
    fault: MessageError,
) -> Result<(), Error> {
    let context = context.clone();
    let app = Arc::clone(&context.app);
    app.store.write(&[], move |tx: &mut Tx<'_>| report(tx, &context, channel, fault)).await
}

/// A message was taken, so that those of the platform are sent again in this way: the alert is over.
///
/// # Errors
/// Those of the database.
pub(crate) fn taken(tx: &mut Tx<'_>, platform: PlatformId, channel: ContactChannel) -> Result<(), Error> {
    upkeep::close_alert(tx, KIND, &subject(platform, channel))
}

/// The same where nothing else is written: without an alert, nothing is.
///
/// # Errors
/// Those of the database.
pub(crate) async fn taken_by_itself(
    app: &App,
    platform: PlatformId,
    channel: ContactChannel,
) -> Result<(), Error> {
    let about = subject(platform, channel);
    if !app.store.read(move |tx: &mut Tx<'_>| alerts::is_open(tx, KIND, &about)).await? {
        return Ok(());
    }
    app.store.write(&[], move |tx: &mut Tx<'_>| taken(tx, platform, channel)).await
}

fn subject(platform: PlatformId, channel: ContactChannel) -> String {
    format!("{platform} {channel}")
}
