use super::Operation;
use super::row::operations;
use crate::endpoint::Endpoint;
use crate::platform::{PlatformConfig, PlatformConfigUpdateRequest};

operations! {
    /// The platform's own settings.
    Platform tagged "Platform Configuration";

    /// Shows the platform's configuration.
    GetPlatformConfig = Get "/config", Any => 200 one PlatformConfig;

    /// Changes the platform's configuration.
    ///
    /// Only the sent fields change, all of them or none.
    UpdatePlatformConfig = Patch "/config", Manage, body PlatformConfigUpdateRequest
        => 200 one PlatformConfig | 501;
}
