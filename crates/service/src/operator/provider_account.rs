//! Links to accounts at providers of stablecoins (stablecoins 2).

use causeway_domain::Time;
use causeway_domain::ids::StablecoinProviderAccountId;
use causeway_domain::stablecoins::{StablecoinProvider, StablecoinProviderAccountStatus};
use causeway_store::stablecoins::LinkRecord;

use super::{Argument, Subject, noun, positional, shown};
use crate::stablecoins;

noun! {
    /// Linked accounts at providers of stablecoins
    "provider-account" {
        /// Revokes a link: nothing is registered, minted or burned by it until it is linked again
        "revoke" => change_one(stablecoins::revoke, Shown::from),
    }
}

impl Subject for StablecoinProviderAccountId {
    const ARGUMENT: Argument = positional("The id of the linked provider account").named("account");
}

shown! {
    /// A link, without its credentials.
    struct Shown of record: LinkRecord {
        account: StablecoinProviderAccountId = record.id,
        provider: StablecoinProvider = record.provider,
        provider_account: String = record.provider_account,
        status: StablecoinProviderAccountStatus = record.status,
        updated_at: Time = record.updated_at.into(),
    }
}
