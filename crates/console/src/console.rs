//! The state of all handlers.

use std::sync::Arc;

use causeway_service::App;

use super::runs::Runs;

/// The console of a running service.
pub(crate) struct Console {
    pub(crate) app: Arc<App>,
    /// `true` if browsers reach it over HTTPS.
    pub(crate) is_secure: bool,
    pub(crate) runs: Runs,
}
