//! Registered stablecoins (stablecoins 3.2, 8).

use causeway_domain::Time;
use causeway_domain::ids::StablecoinId;
use causeway_domain::stablecoins::{StablecoinIssuanceStatus, StablecoinSvcOperationsStatus};
use causeway_store::Tx;
use causeway_store::platforms::PlatformRecord;
use causeway_store::stablecoins::StablecoinRecord;

use super::{Answer, Argument, IdArgument, Subject, arguments, noun, positional, view};
use crate::runtime::context::Context;
use crate::stablecoins;

noun! {
    /// Registered stablecoins
    "stablecoin" {
        /// Show a stablecoin with its minted and burned amounts
        "show": Look => read(show),
        /// Change a stablecoin's status as a currency of the service
        "set-status": Money => change(set_status),
    }
}

impl Subject for StablecoinId {
    const ARGUMENT: Argument = positional("Stablecoin id").versioned().named("stablecoin");
}

arguments! {
    struct StatusRequest {
        stablecoin: StablecoinId = StablecoinId::ARGUMENT,
        status: StablecoinSvcOperationsStatus =
            positional("Status: NOT_ENABLED, PENDING_APPROVAL, ENABLING, ENABLED or DISABLED"),
    }
}

view! {
    /// A token with the amounts minted and burned through the service, in its smallest unit.
    struct StablecoinView of record: StablecoinRecord {
        stablecoin: StablecoinId = record.id,
        provider_token: String = record.provider_token,
        issuance_status: StablecoinIssuanceStatus = record.issuance_status,
        svc_operations_status: StablecoinSvcOperationsStatus = record.service_status,
        minted: String = record.minted.to_string(),
        burned: String = record.burned.to_string(),
        updated_at: Time = record.updated_at.into(),
        /// For `--seen`.
        version: Time = record.updated_at.into(),
    }
}

fn show(
    tx: &mut Tx<'_>,
    platform: PlatformRecord,
    &IdArgument(id): &IdArgument<StablecoinId>,
) -> Answer<StablecoinView> {
    Ok(stablecoins::supply(tx, platform.id, id)?.into())
}

fn set_status(tx: &mut Tx<'_>, context: &Context, request: &StatusRequest) -> Answer<StablecoinView> {
    Ok(stablecoins::set_status(tx, context, request.stablecoin, request.status)?.into())
}
