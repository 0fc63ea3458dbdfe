use serde_json::json;

use super::Operation;
use super::row::operations;
use crate::discoveries::{Discovery, DiscoveryFilter};
use crate::endpoint::Endpoint;

operations! {
    /// Banks and providers of mobile money.
    Discoveries tagged "Discoveries";

    /// Lists the banks and providers of mobile money that accounts can be at, by country and name.
    GetDiscoveries = Get "/discoveries", Any, query DiscoveryFilter = json!({ "country": "PH", "currency": "PHP" })
        => 200 list Discovery;
}
