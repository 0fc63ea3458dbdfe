//! `POST /quotes/{quoteId}/authorize/resend` (agents B3).

use causeway_domain::ids::QuoteId;
use causeway_domain::sca::{ScaFactor, plan_resend};
use causeway_store::Tx;
use causeway_store::payments::PaymentFact;
use causeway_wire::Empty;

use super::authorize_quote::pending;
use super::launch::Facts;
use super::locked::LockedQuote;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::sca::{not_required, not_resendable, send, too_many};

/// Sends the code of a quote's challenge once more; the challenge stays as it is.
///
/// # Errors
/// `QUOTE_NOT_FOUND`; `CONFLICT` where no code is waited for, or the number is not verified any more; `RATE_LIMITED`; `INTERNAL_ERROR` where nobody sends messages.
pub fn apply(tx: &mut Tx<'_>, context: &Context, id: QuoteId) -> Result<Empty, ApiError> {
    let LockedQuote { mut locked, .. } = LockedQuote::find(tx, context, id)?;
    let facts = Facts::find(tx, context, &locked.payment)?;
    let payer = facts.sca.ok_or_else(not_required)?.open(context)?;
    let mut challenge = pending(context, &locked.payment)?;
    if challenge.factor != ScaFactor::SmsOtp || !payer.has(ScaFactor::SmsOtp) {
        return Err(not_resendable());
    }
    let sent = plan_resend(&challenge.resent_at, challenge.expires_at, context.now);
    challenge.resent_at = sent.map_err(too_many)?;
    locked.payment.note(PaymentFact::Challenge(Some(challenge.clone())), context.now)?;
    locked.save(tx, context)?;
    send(tx, context, &payer, &challenge)?;
    Ok(Empty)
}
