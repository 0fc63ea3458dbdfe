//! Links to accounts at stablecoin providers (stablecoins 2).

use causeway_domain::Time;
use causeway_domain::ids::StablecoinProviderAccountId;
use causeway_domain::search::ResourceKind;
use causeway_domain::stablecoins::{StablecoinProvider, StablecoinProviderAccountStatus};
use causeway_store::stablecoins::LinkRecord;

use super::{Argument, Subject, noun, positional, view};
use crate::stablecoins;

noun! {
    /// Linked accounts at stablecoin providers
    "provider-account" {
        /// Revoke a link: no registrations, mints or burns until it is linked again
        "revoke": Money => change_one(stablecoins::revoke, LinkView::from).irreversible(),
    }
}

impl Subject for StablecoinProviderAccountId {
    const ARGUMENT: Argument = positional("Id of the linked provider account")
        .id_of(&[ResourceKind::ProviderAccount])
        .named("account");
}

view! {
    /// A link, without its credentials.
    struct LinkView of record: LinkRecord {
        account: StablecoinProviderAccountId = record.id,
        provider: StablecoinProvider = record.provider,
        provider_account: String = record.provider_account,
        status: StablecoinProviderAccountStatus = record.status,
        updated_at: Time = record.updated_at.into(),
    }
}
