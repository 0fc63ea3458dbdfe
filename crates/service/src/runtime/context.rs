//! Where, when and for whom an operation runs.

use std::sync::Arc;

use causeway_domain::ids::{Id, PlatformId};
use causeway_domain::{Ids, PlatformClock, Time};
use causeway_store::platforms::{self, Environment, PlatformRecord};
use causeway_store::{ConfigVersion, Error, Tx};

use crate::runtime::app::App;
use crate::runtime::principal::Principal;

/// An authenticated caller, with what every operation needs to know of its platform.
#[derive(Debug, Clone)]
pub struct Caller {
    /// Who it is.
    pub principal: Principal,
    /// The platform that it belongs to; every row it can see is under it.
    pub platform: PlatformId,
    /// Sandbox or production; decides which outside world answers.
    pub environment: Environment,
    /// The platform's clock, as it stood when the caller was authenticated.
    pub clock: PlatformClock,
    /// Whether events are to be delivered: the platform has a webhook endpoint.
    pub has_endpoint: bool,
    /// The version of what is configured for the platform, as it stood then.
    pub version: ConfigVersion,
}

/// Where, when and for whom an operation runs. Made at the start of each run of a closure, so that commit order
/// and `createdAt` agree.
#[derive(Debug, Clone)]
pub struct Context {
    /// The running service.
    pub app: Arc<App>,
    /// Who acts.
    pub principal: Principal,
    /// The platform whose rows may be touched.
    pub platform: PlatformId,
    /// Sandbox or production.
    pub environment: Environment,
    /// Whether events are to be delivered.
    pub has_endpoint: bool,
    /// The platform's instant.
    pub now: Time,
}

impl Context {
    /// The context of a caller's request, at this wall instant.
    #[must_use]
    pub fn of(app: &Arc<App>, caller: &Caller, wall: Time) -> Self {
        Self {
            app: Arc::clone(app),
            principal: caller.principal,
            platform: caller.platform,
            environment: caller.environment,
            has_endpoint: caller.has_endpoint,
            now: caller.clock.at(wall),
        }
    }

    /// The context of a change that nobody calls for: a job, an operator's action.
    ///
    /// # Errors
    /// [`Error::Missing`] when there is no such platform; those of the database.
    pub fn read(tx: &mut Tx<'_>, app: &Arc<App>, platform: PlatformId) -> Result<Self, Error> {
        let record = platforms::get(tx, platform)?;
        Ok(Self::of_service(app, &record, tx.wall()))
    }

    /// The same for a platform that was read already.
    #[must_use]
    pub fn of_service(app: &Arc<App>, platform: &PlatformRecord, wall: Time) -> Self {
        Self {
            app: Arc::clone(app),
            principal: Principal::Service,
            platform: platform.id,
            environment: platform.environment,
            has_endpoint: platform.webhook_endpoint.is_some(),
            now: platform.clock.at(wall),
        }
    }

    /// A new identifier that carries this instant.
    #[must_use]
    pub fn id<T: Id>(&self) -> T {
        self.app.ids.next(self.now)
    }

    /// The source of ids and random bytes.
    #[must_use]
    pub fn ids(&self) -> &Ids {
        &self.app.ids
    }
}
