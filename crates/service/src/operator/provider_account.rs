//! Links to accounts at providers of stablecoins (stablecoins 2).

use causeway_domain::Time;
use causeway_domain::ids::StablecoinProviderAccountId;
use causeway_domain::stablecoins::{StablecoinProvider, StablecoinProviderAccountStatus};
use serde::{Deserialize, Serialize};

use super::Noun;
use super::argument::{Argument, positional};
use crate::stablecoins;

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Named {
    account: StablecoinProviderAccountId,
}

const NAMED: &[Argument] = &[positional("account", "The id of the linked provider account")];

/// A link, without its credentials.
#[derive(Debug, Clone, Serialize)]
struct Shown {
    account: StablecoinProviderAccountId,
    provider: StablecoinProvider,
    provider_account: String,
    status: StablecoinProviderAccountStatus,
    updated_at: Time,
}

pub(super) fn noun() -> Noun {
    Noun::new("provider-account", "Linked accounts at providers of stablecoins").change(
        "revoke",
        "Revokes a link: nothing is registered, minted or burned by it until it is linked again",
        NAMED,
        |tx, context, named: &Named| {
            let record = stablecoins::revoke(tx, context, named.account)?;
            Ok(Shown {
                account: record.id,
                provider: record.provider,
                provider_account: record.provider_account,
                status: record.status,
                updated_at: record.updated_at,
            })
        },
    )
}
