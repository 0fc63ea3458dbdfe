//! Registered stablecoins (stablecoins 3.2, 8).

use causeway_domain::Time;
use causeway_domain::ids::StablecoinId;
use causeway_domain::stablecoins::{StablecoinIssuanceStatus, StablecoinSvcOperationsStatus};
use causeway_store::Tx;
use causeway_store::platforms::PlatformRecord;
use causeway_store::stablecoins::StablecoinRecord;

use super::{Answer, Argument, One, Subject, arguments, noun, positional, shown};
use crate::runtime::context::Context;
use crate::stablecoins;

noun! {
    /// Registered stablecoins
    "stablecoin" {
        /// Shows a stablecoin with what was minted and burned
        "show" => read(show),
        /// Changes whether a stablecoin may be used as a currency of the service
        "set-status" => change(set_status),
    }
}

impl Subject for StablecoinId {
    const ARGUMENT: Argument = positional("The stablecoin's id").named("stablecoin");
}

arguments! {
    struct WithStatus {
        stablecoin: StablecoinId = StablecoinId::ARGUMENT,
        status: StablecoinSvcOperationsStatus =
            positional("NOT_ENABLED, PENDING_APPROVAL, ENABLING, ENABLED or DISABLED"),
    }
}

shown! {
    /// A token with what was minted and burned of it here, in its smallest unit.
    struct Shown of record: StablecoinRecord {
        stablecoin: StablecoinId = record.id,
        provider_token: String = record.provider_token,
        issuance_status: StablecoinIssuanceStatus = record.issuance_status,
        svc_operations_status: StablecoinSvcOperationsStatus = record.service_status,
        minted: String = record.minted.to_string(),
        burned: String = record.burned.to_string(),
        updated_at: Time = record.updated_at.into(),
    }
}

fn show(tx: &mut Tx<'_>, platform: PlatformRecord, &One(id): &One<StablecoinId>) -> Answer<Shown> {
    Ok(stablecoins::supply(tx, platform.id, id)?.into())
}

fn set_status(tx: &mut Tx<'_>, context: &Context, wanted: &WithStatus) -> Answer<Shown> {
    Ok(stablecoins::set_status(tx, context, wanted.stablecoin, wanted.status)?.into())
}
