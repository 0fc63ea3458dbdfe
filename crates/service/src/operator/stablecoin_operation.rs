//! Mints and burns (stablecoins 7.1).

use causeway_domain::Time;
use causeway_domain::ids::{StablecoinId, StablecoinOperationId};
use causeway_domain::stablecoins::{
    StablecoinFailureReason, StablecoinOperationStatus, StablecoinOperationType,
};
use causeway_store::Tx;
use causeway_store::platforms::PlatformRecord;
use causeway_store::stablecoins::OperationRecord;

use super::{Answer, Argument, IdArgument, Subject, noun, positional, view};
use crate::stablecoins;

noun! {
    /// Stablecoin mints and burns
    "stablecoin-operation" {
        /// Show a mint or burn with its provider's report
        "show": Look => read(show),
        /// Give up a mint or burn that never reached its provider
        "give-up": Money => change_one(stablecoins::give_up, OperationView::from).irreversible(),
    }
}

impl Subject for StablecoinOperationId {
    const ARGUMENT: Argument = positional("Operation id").versioned().named("operation");
}

view! {
    /// A mint or burn, in the token's smallest unit.
    struct OperationView of record: OperationRecord {
        operation: StablecoinOperationId = record.id,
        stablecoin: StablecoinId = record.stablecoin,
        operation_type: StablecoinOperationType = record.operation_type,
        amount: String = record.terms.amount.to_string(),
        status: StablecoinOperationStatus = record.state.status(),
        failure: Option<StablecoinFailureReason> = record.state.reason(),
        submissions: i64 = record.submissions,
        provider_transfer: Option<String> = record.acceptance.map(|accepted| accepted.transfer),
        provider_status: Option<String> = record.progress.provider_status,
        updated_at: Time = record.updated_at.into(),
        /// For `--seen`.
        version: Time = record.updated_at.into(),
    }
}

fn show(
    tx: &mut Tx<'_>,
    platform: PlatformRecord,
    &IdArgument(id): &IdArgument<StablecoinOperationId>,
) -> Answer<OperationView> {
    Ok(stablecoins::operation(tx, platform.id, id)?.into())
}
