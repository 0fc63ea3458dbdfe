//! Mints and burns (stablecoins 7.1).

use causeway_domain::Time;
use causeway_domain::ids::{StablecoinId, StablecoinOperationId};
use causeway_domain::stablecoins::{
    StablecoinFailureReason, StablecoinOperationStatus, StablecoinOperationType,
};
use causeway_store::Tx;
use causeway_store::platforms::PlatformRecord;
use causeway_store::stablecoins::OperationRecord;

use super::{Answer, Argument, One, Subject, noun, positional, shown};
use crate::stablecoins;

noun! {
    /// Mints and burns of stablecoins
    "stablecoin-operation" {
        /// Shows a mint or burn with what its provider has said
        "show" => read(show),
        /// Ends a mint or burn that has never reached its provider
        "give-up" => change_one(stablecoins::give_up, Shown::from),
    }
}

impl Subject for StablecoinOperationId {
    const ARGUMENT: Argument = positional("The operation's id").named("operation");
}

shown! {
    /// A mint or burn, in the token's smallest unit.
    struct Shown of record: OperationRecord {
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
    }
}

fn show(tx: &mut Tx<'_>, platform: PlatformRecord, &One(id): &One<StablecoinOperationId>) -> Answer<Shown> {
    Ok(stablecoins::operation(tx, platform.id, id)?.into())
}
