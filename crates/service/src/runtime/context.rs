//! The execution context of an operation: service, principal, platform and instant.

use std::sync::Arc;

use causeway_domain::ids::{Id, PlatformId};
use causeway_domain::{Ids, PlatformClock, Time};
use causeway_store::platforms::{self, Environment, PlatformRecord};
use causeway_store::{ConfigVersion, Error, Tx};

use crate::ports::Offers;
use crate::runtime::app::App;
use crate::runtime::principal::Principal;

/// An authenticated caller, with the facts about its platform that every operation needs.
#[derive(Debug, Clone)]
pub struct Caller {
    pub principal: Principal,
    /// The platform that the caller belongs to; every row it can see is under it.
    pub platform: PlatformId,
    /// Sandbox or production; decides which external services answer.
    pub environment: Environment,
    /// The platform's clock at the time of authentication.
    pub clock: PlatformClock,
    /// `true` if the platform has a webhook endpoint, so that events are delivered.
    pub has_endpoint: bool,
    /// The platform's configuration version at the time of authentication.
    pub version: ConfigVersion,
    /// The offers of the rails at the time of authentication.
    pub offers: Arc<dyn Offers>,
}

/// The execution context of an operation. It is created at the start of each run of a closure, so that commit
/// order and `createdAt` agree.
#[derive(Debug, Clone)]
pub struct Context {
    pub app: Arc<App>,
    pub principal: Principal,
    /// The only platform whose rows may be touched.
    pub platform: PlatformId,
    pub environment: Environment,
    /// `true` if events are to be delivered.
    pub has_endpoint: bool,
    /// The current instant on the platform's clock.
    pub now: Time,
    /// The offers of the rails, the same in each run of the closures of a request.
    pub offers: Arc<dyn Offers>,
}

impl Context {
    /// Builds the context of a caller's request at this wall-clock instant.
    #[must_use]
    pub fn of(app: &Arc<App>, caller: &Caller, wall: Time) -> Self {
        Self {
            app: Arc::clone(app),
            principal: caller.principal,
            platform: caller.platform,
            environment: caller.environment,
            has_endpoint: caller.has_endpoint,
            now: caller.clock.at(wall),
            offers: Arc::clone(&caller.offers),
        }
    }

    /// Builds the context of a change without a caller: a job, or an operator's action.
    ///
    /// # Errors
    /// [`Error::Missing`] if the platform does not exist.
    pub fn read(tx: &mut Tx<'_>, app: &Arc<App>, platform: PlatformId) -> Result<Self, Error> {
        let record = platforms::get(tx, platform)?;
        Ok(Self::of_service(app, &record, tx.wall()))
    }

    /// Builds the same context for a platform that was already read.
    #[must_use]
    pub fn of_service(app: &Arc<App>, platform: &PlatformRecord, wall: Time) -> Self {
        Self {
            app: Arc::clone(app),
            principal: Principal::Service,
            platform: platform.id,
            environment: platform.environment,
            has_endpoint: platform.webhook_endpoint.is_some(),
            now: platform.clock.at(wall),
            offers: app.ports.of(platform.environment).offers.current(),
        }
    }

    /// Returns a new identifier that carries this context's instant.
    #[must_use]
    pub fn id<T: Id>(&self) -> T {
        self.app.ids.next(self.now)
    }

    #[must_use]
    pub fn ids(&self) -> &Ids {
        &self.app.ids
    }
}
