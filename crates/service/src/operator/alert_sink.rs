//! Receivers of alerts (conventions 2.1, 2.3).

use causeway_domain::Time;
use causeway_domain::alerts::{Severity, SinkChannel};
use causeway_domain::contact::ContactChannel;
use causeway_domain::ids::{AlertSinkId, PlatformId};
use causeway_domain::letters::is_email;
use causeway_store::alert_sinks::{self, AlertSinkRecord};
use causeway_store::platforms::Environment;
use causeway_store::{ChangeEffect, Tx, collect_change};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::dry_run::Forecast;
use super::{
    Answer, Argument, Call, IdArgument, Kind, NoArguments, OperatorError, Permission, Subject, arguments,
    flag, noun, option, positional, view,
};
use crate::alerts::{self, CreatedSink, NewSink, SinkAddress};
use crate::runtime::signed_requests::ServiceUrl;

noun! {
    /// Receivers of alerts
    "alert-sink" {
        /// Add a receiver of alerts: a webhook or a mail address. The secret of a webhook is shown once
        "add": Administer => change_either(add).or_platform().with_secret(),
        /// List the receivers of alerts
        "list": Administer => read_deployment(list)
            .on_any_platform()
            .columns(&["sink", "channel", "address", "from", "platform", "failing_since", "last_error"]),
        /// Send a test notice to a receiver
        "test": Administer => act(preview_test, test).on_any_platform(),
        /// Remove a receiver
        "remove": Administer => change_either(remove).on_any_platform(),
    }
}

impl Subject for AlertSinkId {
    const ARGUMENT: Argument = positional("Receiver id").named("sink");
}

/// The URL of a webhook or a mail address. The audit trail gets a URL without its path, which may contain a
/// key.
#[derive(Debug, Clone, Deserialize)]
#[serde(transparent)]
struct AddressText(String);

impl Serialize for AddressText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match ServiceUrl::parse(&self.0, true) {
            Ok(url) => serializer.serialize_str(&url.origin()),
            Err(_) if is_email(&self.0) => serializer.serialize_str(&self.0),
            Err(_) => serializer.serialize_str("…"),
        }
    }
}

arguments! {
    struct AddRequest {
        #[serde(deserialize_with = "channel")]
        channel: SinkChannel = positional("webhook or mail"),
        address: AddressText = positional("URL of the webhook, or mail address"),
        #[serde(default)]
        from: Option<Severity> = option("Least severity: note, day or page [default: day]"),
        #[serde(default)]
        sandbox: bool = flag("Send the alerts of sandbox platforms too; they are all notes"),
    }
}

/// Parses a channel in upper or lower case.
fn channel<'de, D: Deserializer<'de>>(from: D) -> Result<SinkChannel, D::Error> {
    let text = String::deserialize(from)?.to_ascii_uppercase();
    text.parse().map_err(|_| serde::de::Error::custom("say webhook or mail"))
}

view! {
    struct SinkView of sink: AlertSinkRecord {
        sink: AlertSinkId = sink.id,
        channel: SinkChannel = sink.channel,
        address: String = sink.address,
        from: Severity = sink.from,
        platform: Option<PlatformId> = sink.platform,
        has_sandbox: bool = sink.has_sandbox,
        /// Time of the first failure since the last accepted notice.
        failing_since: Option<Time> = sink.failing_since,
        last_error: Option<String> = sink.last_error,
        created_at: Time = sink.created_at,
    }

    /// A new receiver; the secret is shown only this once.
    struct CreatedSinkView of created: CreatedSink {
        #[serde(flatten)]
        sink: SinkView = created.record.into(),
        /// Verifies the signatures of a webhook.
        #[serde(skip_serializing_if = "Option::is_none")]
        secret: Option<String> = created.secret,
    }
}

/// The outcome of a test.
#[derive(Serialize)]
struct TestOutcome {
    sink: AlertSinkId,
    is_accepted: bool,
}

fn add(tx: &mut Tx<'_>, call: &Call, add: &AddRequest) -> Answer<(Option<PlatformId>, CreatedSinkView)> {
    let AddRequest { channel, address: AddressText(address), from, sandbox } = add;
    let address = read_address(call, *channel, address)?;
    let platform = match call.platform.platform {
        Some(_) => Some(call.platform.find(tx)?),
        None => None,
    };
    check_room(tx, platform.as_ref().map(|platform| platform.id))?;
    let is_of_sandbox = platform.as_ref().is_some_and(|one| one.environment == Environment::Sandbox);
    let platform = platform.map(|platform| platform.id);
    let new = NewSink {
        address,
        from: from.unwrap_or(Severity::Day),
        platform,
        has_sandbox: *sandbox || is_of_sandbox,
    };
    let view = CreatedSinkView::from(alerts::add(tx, &call.app, &new)?);
    let name = "a receiver of alerts".to_owned();
    collect_change(tx, ChangeEffect { name, from: None, to: Some(view.sink.address.clone()) });
    Ok((platform, view))
}

/// Maximum number of receivers of one platform, and of those without one.
const MAX_SINKS: i64 = 20;

/// Checks that a platform, or the deployment if it is `None`, may have one more receiver.
fn check_room(tx: &mut Tx<'_>, platform: Option<PlatformId>) -> Answer<()> {
    alert_sinks::lock_list(tx)?;
    if alert_sinks::count(tx, platform)? < MAX_SINKS {
        return Ok(());
    }
    Err(OperatorError::refused(format!("there are {MAX_SINKS} receivers already"))
        .remedy("remove one: causeway alert-sink remove SINK"))
}

/// Checks that the deployment can send to the address. Only an operator of the deployment may choose one in a private
/// network, which the server can reach and the caller may not.
fn read_address(call: &Call, channel: SinkChannel, address: &str) -> Answer<SinkAddress> {
    match channel {
        SinkChannel::Webhook => {
            let may_be_private =
                call.app.deployment.development_mode || call.may(Permission::Administer, None);
            let url = alerts::webhook_url(address, may_be_private)
                .map_err(|defect| OperatorError::invalid(format!("the URL {defect}")))?;
            Ok(SinkAddress::Webhook { url: address.to_owned(), shown: url.origin(), may_be_private })
        }
        SinkChannel::Mail if !is_email(address) => Err(OperatorError::invalid("this is not a mail address")),
        SinkChannel::Mail if !call.app.ports.production.messages.is_available(ContactChannel::Email) => {
            Err(OperatorError::refused("this deployment has no mail server")
                .remedy("set mail_server and mail_sender, and restart"))
        }
        SinkChannel::Mail => Ok(SinkAddress::Mail(address.to_owned())),
    }
}

fn list(tx: &mut Tx<'_>, call: &Call, _: &NoArguments) -> Answer<Vec<SinkView>> {
    let platforms = call.platform.ids(tx)?;
    let mut found = alert_sinks::list(tx)?;
    found.retain(|record| is_within(platforms.as_deref(), record));
    Ok(found.into_iter().map(SinkView::from).collect())
}

/// Checks that a receiver is one of these platforms; all receivers are if it is `None`.
fn is_within(platforms: Option<&[PlatformId]>, record: &AlertSinkRecord) -> bool {
    platforms.is_none_or(|platforms| record.platform.is_some_and(|platform| platforms.contains(&platform)))
}

/// Finds a receiver of the platforms of the call.
fn find(tx: &mut Tx<'_>, call: &Call, sink: AlertSinkId) -> Answer<AlertSinkRecord> {
    let platforms = call.platform.ids(tx)?;
    let found = alert_sinks::find(tx, sink)?.filter(|record| is_within(platforms.as_deref(), record));
    found.ok_or_else(|| unknown(sink))
}

async fn preview_test(call: Call, IdArgument(sink): IdArgument<AlertSinkId>) -> Answer<Forecast> {
    let record = call.read(move |tx, call| find(tx, call, sink)).await?;
    Ok(Forecast::of(vec![format!("send a test notice to {}", record.address)]))
}

async fn test(call: Call, IdArgument(sink): IdArgument<AlertSinkId>) -> Answer<TestOutcome> {
    let app = call.app.clone();
    // The audit row is committed before anything is sent.
    call.change_deployment(move |tx, call| Ok((find(tx, call, sink)?.platform, ()))).await?;
    match alerts::send_test(&app, sink).await? {
        Some(Ok(())) => Ok(TestOutcome { sink, is_accepted: true }),
        Some(Err(reason)) => {
            Err(OperatorError::new(Kind::Failed, format!("the receiver has not accepted it: {reason}"))
                .remedy("correct the receiver, or remove it: causeway alert-sink remove SINK"))
        }
        None => Err(unknown(sink)),
    }
}

fn remove(
    tx: &mut Tx<'_>,
    call: &Call,
    &IdArgument(sink): &IdArgument<AlertSinkId>,
) -> Answer<(Option<PlatformId>, IdArgument<AlertSinkId>)> {
    let record = find(tx, call, sink)?;
    let name = "a receiver of alerts".to_owned();
    collect_change(tx, ChangeEffect { name, from: Some(record.address), to: None });
    if alerts::remove(tx, sink, &call.audit.caller.to_string())? {
        return Ok((record.platform, IdArgument(sink)));
    }
    Err(unknown(sink))
}

fn unknown(sink: AlertSinkId) -> OperatorError {
    OperatorError::no_such(sink).remedy("see them all: causeway alert-sink list")
}
