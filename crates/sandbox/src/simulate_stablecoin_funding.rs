//! `POST /sandbox/stablecoin-operations/{stablecoinOperationId}/simulate/funding` (stablecoins 9.2).

use causeway_domain::ids::{Id, StablecoinOperationId};
use causeway_domain::stablecoins::{
    OperationState, ProviderReport, StablecoinFailureReason, StablecoinFundingEvent as Event,
};
use causeway_service::ports::{NextPoll, ProviderTransfer};
use causeway_service::runtime::http::{Answer, Call};
use causeway_service::stablecoins::notifications::{self, Notification};
use causeway_service::stablecoins::shown_operation;
use causeway_service::{ApiError, Context};
use causeway_store::sandbox_stablecoins as memory;
use causeway_store::{Error, Tx};
use causeway_wire::Code;
use causeway_wire::stablecoins::StablecoinOperation;
use causeway_wire::table::SimulateStablecoinFunding;

/// Makes the simulated provider receive the funds, reject them or let their window expire, and reports that
/// as a real provider would.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`; `INVALID_INPUT` for an operation that does not wait for funds.
pub async fn handler(call: Call<SimulateStablecoinFunding>) -> Result<Answer, ApiError> {
    let id: StablecoinOperationId = call.id()?;
    let event: Event = call.body.event;
    Ok(call.write(&[], move |tx, context| apply(tx, context, id, event)).await)
}

fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    id: StablecoinOperationId,
    event: Event,
) -> Result<StablecoinOperation, ApiError> {
    if notifications::lock(tx, context, id)?.state != OperationState::PendingFunding {
        let message = "The operation does not wait for funds.";
        return Err(ApiError::new(Code::InvalidInput, message).reason("INVALID_OPERATION_STATE"));
    }
    let mut transfer = memory::lock(tx, context.platform, id)?.ok_or(Error::Missing)?;
    let (report, status) = match event {
        Event::FundingExpired => {
            let ended = notifications::end_window(tx, context, id)?;
            return Ok(shown_operation(context.environment, &ended));
        }
        Event::FundsReceived => {
            transfer.funded_at = Some(context.now);
            (ProviderReport::Processing, "processing")
        }
        Event::FundingRejected => {
            transfer.canceled_at = Some(context.now);
            let reason = StablecoinFailureReason::ProviderTransferCanceled;
            (ProviderReport::Failed(reason), "canceled")
        }
    };
    memory::update(tx, context.platform, id, &transfer)?;
    let notification = Notification {
        event: format!("sbx-{}-{status}", id.uuid().simple()),
        operation: id,
        transfer: ProviderTransfer {
            id: format!("sbx-{}", id.uuid().simple()),
            report,
            status: status.to_owned(),
            instructions: None,
            ask: NextPoll::At(context.now.plus(crate::magic::SETTLEMENT)),
        },
    };
    let operation = notifications::receive(tx, context, &notification)?;
    Ok(shown_operation(context.environment, &operation))
}
