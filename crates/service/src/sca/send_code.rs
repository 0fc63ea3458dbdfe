//! The job that sends a challenge's code to a customer (agents B).

use causeway_domain::Time;
use causeway_domain::contact::ContactChannel;
use causeway_domain::ids::{CustomerId, Id, ScaChallengeId};
use causeway_store::{Error, Tx, customers};

use super::codes;
use super::customer::verified_phone;
use crate::ports::{Message, MessageError, MessageStyle};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{ClaimedJob, Next};
use crate::runtime::unsent_messages;

/// Sends the code of a challenge, unless the challenge has expired or the customer's number is no longer
/// verified. A failed message is not retried: the customer asks for another one, and an alert is raised.
pub(crate) async fn run(
    job: &ClaimedJob,
    customer: CustomerId,
    challenge: ScaChallengeId,
    root_key: u32,
    expires_at: i64,
) -> Result<(), ApiError> {
    let app = job.app.clone();
    let platform = job.platform;
    let read = move |tx: &mut Tx<'_>| {
        let context = Context::read(tx, &app, platform)?;
        let found = customers::find(tx, platform, customer)?;
        let found = found.filter(|found| !found.is_deleted);
        let number = found.as_ref().and_then(verified_phone).map(str::to_owned);
        let code = codes::code_of(&context, customer, challenge, root_key);
        let is_wanted = context.now < Time::from_millis(expires_at);
        let messages = app.ports.of(context.environment).messages.clone();
        Ok::<_, Error>(number.zip(code).filter(|_| is_wanted).map(|prepared| (messages, prepared)))
    };
    let outcome = match job.app.store.read(read).await? {
        None => None,
        Some((messages, (recipient, code))) => {
            let text = format!("Your code is {code}. It can be used for 5 minutes. Do not share it.");
            let message = Message {
                id: job.id().uuid(),
                platform,
                channel: ContactChannel::Phone,
                recipient,
                subject: "Your code".to_owned(),
                text,
                expires_at: Some(Time::from_millis(expires_at)),
                style: MessageStyle::default(),
            };
            Some(messages.send(&message).await)
        }
    };
    job.conclude(&[], move |tx, context| conclude(tx, context, outcome)).await
}

fn conclude(
    tx: &mut Tx<'_>,
    context: &Context,
    outcome: Option<Result<(), MessageError>>,
) -> Result<Next, ApiError> {
    match outcome {
        None => {}
        Some(Ok(())) => unsent_messages::close(tx, context.platform, ContactChannel::Phone)?,
        Some(Err(error)) => unsent_messages::report(tx, context, ContactChannel::Phone, error)?,
    }
    Ok(Next::Done)
}
