//! `POST /quotes/{quoteId}/authorize/resend` (agents B3).

use causeway_domain::ids::QuoteId;
use causeway_domain::sca::{ScaFactor, plan_resend};
use causeway_store::Tx;
use causeway_store::payments::PaymentFact;
use causeway_wire::Empty;

use super::authorize_quote::pending;
use super::launch::ExecutionContext;
use super::locked::LockedQuote;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::sca::{not_required, not_resendable, send, too_many};

/// Sends the code of a quote's challenge once more; the challenge itself does not change.
///
/// # Errors
/// `QUOTE_NOT_FOUND`; `CONFLICT` if no code is pending, or the number is no longer verified; `RATE_LIMITED`;
/// `INTERNAL_ERROR` if the deployment has no message gateway.
pub fn apply(tx: &mut Tx<'_>, context: &Context, id: QuoteId) -> Result<Empty, ApiError> {
    let LockedQuote { mut locked, .. } = LockedQuote::find(tx, context, id)?;
    let facts = ExecutionContext::find(tx, context, &locked.payment)?;
    let payer = facts.sca.ok_or_else(not_required)?.open(context)?;
    let mut challenge = pending(context, &locked.payment)?;
    if challenge.factor != ScaFactor::SmsOtp || !payer.has(ScaFactor::SmsOtp) {
        return Err(not_resendable());
    }
    let resends = plan_resend(&challenge.resent_at, challenge.expires_at, context.now);
    challenge.resent_at = resends.map_err(too_many)?;
    locked.payment.note(PaymentFact::Challenge(Some(challenge.clone())), context.now)?;
    locked.save(tx, context)?;
    send(tx, context, &payer, &challenge)?;
    Ok(Empty)
}
