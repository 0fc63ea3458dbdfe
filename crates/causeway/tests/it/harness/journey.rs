//! The setups in which every journey runs.

/// The setup of a journey.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Setup {
    /// One process on an embedded database.
    Sqlite,
    /// One process on PostgreSQL.
    Postgres,
    /// Two processes on one PostgreSQL database; requests alternate between them.
    TwoProcesses,
}

/// Declares a journey as three tests, one per setup. The body gets a running [`super::Service`] by reference.
/// Afterwards the ledger is verified, and no work may be left over.
macro_rules! journey {
    ($(#[doc = $doc:literal])* async fn $name:ident($service:ident) $body:block) => {
        $(#[doc = $doc])*
        mod $name {
            use super::*;

            async fn walk($service: &$crate::harness::Service) $body

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn sqlite() {
                let service = $crate::harness::Service::start($crate::harness::Setup::Sqlite).await;
                walk(&service).await;
                service.finish().await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn postgres() {
                let service = $crate::harness::Service::start($crate::harness::Setup::Postgres).await;
                walk(&service).await;
                service.finish().await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn two_processes() {
                let service = $crate::harness::Service::start($crate::harness::Setup::TwoProcesses).await;
                walk(&service).await;
                service.finish().await;
            }
        }
    };
}
pub(crate) use journey;

/// Declares a test that runs on each engine with one process. It is for tests whose outcome a second process
/// cannot change: what is refused, read, listed or rendered, without a write that another process has to see.
/// Each area has journeys as well.
macro_rules! on_engines {
    ($(#[doc = $doc:literal])* async fn $name:ident($service:ident) $body:block) => {
        $(#[doc = $doc])*
        mod $name {
            use super::*;

            async fn walk($service: &$crate::harness::Service) $body

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn sqlite() {
                let service = $crate::harness::Service::start($crate::harness::Setup::Sqlite).await;
                walk(&service).await;
                service.finish().await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn postgres() {
                let service = $crate::harness::Service::start($crate::harness::Setup::Postgres).await;
                walk(&service).await;
                service.finish().await;
            }
        }
    };
}
pub(crate) use on_engines;
