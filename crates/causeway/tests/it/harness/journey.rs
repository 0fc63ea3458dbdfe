//! The ways in which every journey is walked.

/// One of the ways.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Setup {
    /// One process on an embedded database.
    Sqlite,
    /// One process on PostgreSQL.
    Postgres,
    /// Two processes on one PostgreSQL database; requests go to one and the other in turn.
    TwoProcesses,
}

/// Declares a journey as three tests. The body gets a running [`super::Service`] by reference; afterwards the
/// ledger is verified and nothing may be left over.
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

/// The same on each engine with one process, for tests that go through every operation: what they look at happens before
/// the database is asked, or in it.
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
