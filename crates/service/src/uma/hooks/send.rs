//! The job that sends the hook of a completed payment. Its failure changes nothing else (uma 8).

use std::sync::Arc;
use std::time::Duration;

use causeway_domain::ids::TransactionId;
use causeway_store::platforms::{self, Environment};
use causeway_store::{Tx, uma_hooks};
use causeway_uma::TransactionHook;
use causeway_uma::addresses::Host;
use causeway_uma::signing::Nonce;
use causeway_wire::Code;

use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::context::Context;
use crate::runtime::jobs::{ClaimedJob, Next};
use crate::uma::exchange;
use crate::uma::key_ring::KeyRing;
use crate::uma_providers::check_provider;

/// The time to each repetition after a failure, on the platform's clock. There is none after the last.
const BACKOFF: [Duration; 4] =
    [Duration::from_mins(1), Duration::from_mins(5), Duration::from_mins(30), Duration::from_hours(2)];

/// A hook to be sent.
struct HookOrder {
    environment: Environment,
    keys: KeyRing,
    /// The provider of the payment's other side.
    provider: Host,
    callback: String,
}

/// Sends the hook of a payment, and repeats it later if the peer does not accept it.
///
/// # Errors
/// `INTERNAL_ERROR` if the platform's keys cannot be decrypted.
pub(crate) async fn run(job: &ClaimedJob, transaction: TransactionId) -> Result<(), ApiError> {
    let Some(order) = HookOrder::load(job, transaction).await? else {
        return job.conclude(&[], |_, _| Ok(Next::Done)).await;
    };
    let is_accepted = order.send(&job.app).await;
    job.conclude(&[], move |tx, context| record(tx, context, transaction, is_accepted)).await
}

impl HookOrder {
    /// Reads the hook of a payment, or returns `None` if it was accepted, the peer wants none, or the platform must not
    /// deal with the peer any more (uma 12).
    async fn load(job: &ClaimedJob, transaction: TransactionId) -> Result<Option<Self>, ApiError> {
        let app = Arc::clone(&job.app);
        let platform = job.platform;
        let read = move |tx: &mut Tx<'_>| -> Result<Option<Self>, ApiError> {
            let hook = uma_hooks::find(tx, platform, transaction)?.filter(|hook| hook.sent_at.is_none());
            let Some(hook) = hook else { return Ok(None) };
            let Some(callback) = hook.peer_callback else { return Ok(None) };
            let context = Context::read(tx, &app, platform)?;
            match check_provider(tx, &context, &hook.peer_domain) {
                Err(error) if error.code == Code::CounterpartyNotAllowed => return Ok(None),
                checked => checked?,
            }
            let provider = Host::parse(&hook.peer_domain).map_err(ApiError::internal)?;
            let platform = platforms::get(tx, platform)?;
            let keys = KeyRing::load(tx, &app, &platform)?;
            Ok(Some(Self { environment: platform.environment, keys, provider, callback }))
        };
        job.app.store.read(read).await
    }

    /// Sends the hook, signed at this moment. Returns `true` if the peer has accepted it.
    async fn send(&self, app: &Arc<App>) -> bool {
        let nonce = Nonce::from_random(app.ids.bytes());
        let now = app.clock.now().millis().div_euclid(1_000);
        let domain = self.keys.host().clone();
        // The outputs of the channels are not known here: the node does not name them.
        let hook = TransactionHook::sign(self.keys.signing(), domain, Vec::new(), nonce, now);
        let Self { environment, provider, callback, .. } = self;
        match exchange::post(app, *environment, provider, callback, hook.to_json()).await {
            Ok(answer) => (200..300).contains(&answer.response.status),
            Err(_) => false,
        }
    }
}

fn record(
    tx: &mut Tx<'_>,
    context: &Context,
    transaction: TransactionId,
    is_accepted: bool,
) -> Result<Next, ApiError> {
    let sent_at = is_accepted.then(|| tx.wall());
    uma_hooks::record_attempt(tx, context.platform, transaction, sent_at)?;
    if is_accepted {
        return Ok(Next::Done);
    }
    let attempts = uma_hooks::find(tx, context.platform, transaction)?.map(|hook| hook.attempts);
    let repetitions = attempts.and_then(|attempts| usize::try_from(attempts.checked_sub(1)?).ok());
    let wait = repetitions.and_then(|repetitions| BACKOFF.get(repetitions));
    Ok(wait.map_or(Next::Done, |wait| Next::Again { at: context.now.plus(*wait) }))
}
