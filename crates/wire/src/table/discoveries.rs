//! Operations on banks and mobile-money providers. `super::row` explains the grammar.

use serde_json::json;

use super::Operation;
use super::row::operations;
use crate::discoveries::{Discovery, DiscoveryFilter};
use crate::endpoint::Endpoint;

operations! {
    /// Banks and mobile-money providers.
    Discoveries tagged "Discoveries";

    /// Lists the banks and mobile-money providers at which external accounts can be held, sorted by country
    /// and then by name.
    GetDiscoveries = Get "/discoveries", Any, query DiscoveryFilter = json!({ "country": "PH", "currency": "PHP" })
        => 200 list Discovery;
}
