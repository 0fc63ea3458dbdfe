//! Registered stablecoins (stablecoins 3.2, 8).

use causeway_domain::Time;
use causeway_domain::ids::StablecoinId;
use causeway_domain::stablecoins::{StablecoinIssuanceStatus, StablecoinSvcOperationsStatus};
use causeway_store::stablecoins::StablecoinRecord;
use serde::{Deserialize, Serialize};

use super::Noun;
use super::argument::{Argument, positional};
use crate::stablecoins;

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Named {
    stablecoin: StablecoinId,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct WithStatus {
    stablecoin: StablecoinId,
    status: StablecoinSvcOperationsStatus,
}

const NAMED: Argument = positional("stablecoin", "The stablecoin's id");

/// A token with what was minted and burned of it here, in its smallest unit.
#[derive(Debug, Clone, Serialize)]
struct Shown {
    stablecoin: StablecoinId,
    provider_token: String,
    issuance_status: StablecoinIssuanceStatus,
    svc_operations_status: StablecoinSvcOperationsStatus,
    minted: String,
    burned: String,
    updated_at: Time,
}

pub(super) fn noun() -> Noun {
    let status = positional("status", "NOT_ENABLED, PENDING_APPROVAL, ENABLING, ENABLED or DISABLED");
    Noun::new("stablecoin", "Registered stablecoins")
        .read(
            "show",
            "Shows a stablecoin with what was minted and burned",
            &[NAMED],
            |tx, platform, named: &Named| {
                Ok(Shown::from(stablecoins::supply(tx, platform.id, named.stablecoin)?))
            },
        )
        .change(
            "set-status",
            "Changes whether a stablecoin may be used as a currency of the service",
            &[NAMED, status],
            |tx, context, wanted: &WithStatus| {
                Ok(Shown::from(stablecoins::set_status(tx, context, wanted.stablecoin, wanted.status)?))
            },
        )
}

impl From<StablecoinRecord> for Shown {
    fn from(record: StablecoinRecord) -> Self {
        Self {
            stablecoin: record.id,
            provider_token: record.provider_token,
            issuance_status: record.issuance_status,
            svc_operations_status: record.service_status,
            minted: record.minted.to_string(),
            burned: record.burned.to_string(),
            updated_at: record.updated_at,
        }
    }
}
