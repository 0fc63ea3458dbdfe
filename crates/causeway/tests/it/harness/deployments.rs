//! Two deployments that reach each other over loopback, and share a Lightning node.

use std::net::Ipv4Addr;
use std::sync::Arc;

use causeway::router::router;
use causeway_testing::lightning::SimulatedNode;
use tokio::net::TcpListener;

use super::{Lightning, Service, Setup};

/// A deployment, and the host of its platforms' domains.
pub(crate) struct Deployment {
    pub(crate) service: Service,
    /// `localhost` with a port. Each platform has a name below it; the service itself is `uma`.
    pub(crate) host: String,
}

/// Two deployments with wallets of one node: `p1` and `p2`.
pub(crate) struct TwoDeployments {
    pub(crate) p1: Deployment,
    pub(crate) p2: Deployment,
    pub(crate) node: Arc<SimulatedNode>,
}

impl TwoDeployments {
    pub(crate) async fn start(setup: Setup) -> Self {
        let node = Arc::new(SimulatedNode::start().await);
        let p1 = Deployment::start(setup, &node, "p1").await;
        let p2 = Deployment::start(setup, &node, "p2").await;
        Self { p1, p2, node }
    }

    /// Checks that no invoice was paid twice, finishes both deployments, and verifies their ledgers.
    pub(crate) async fn finish(self) {
        self.p1.service.finish().await;
        self.p2.service.finish().await;
        let book = self.node.book();
        assert!(book.iter().all(|entry| entry.times_paid <= 1), "an invoice was paid twice: {book:?}");
    }
}

impl Deployment {
    async fn start(setup: Setup, node: &Arc<SimulatedNode>, wallet: &str) -> Self {
        // The messages of other deployments arrive at a port of their own: the host is known before the start.
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a free port");
        let host = format!("localhost:{}", listener.local_addr().expect("a bound port").port());
        let lightning = Lightning::wallet_of(node, wallet);
        let service = Service::start_at_host(setup, lightning, &format!("uma.{host}")).await;
        let router = router(Arc::clone(service.app()));
        tokio::spawn(axum::serve(listener, router).into_future());
        Self { service, host }
    }
}

/// Declares a journey between two deployments as three tests, one per setup of both. The body gets running
/// [`TwoDeployments`] by reference. Afterwards both ledgers are verified.
macro_rules! between_deployments {
    ($(#[doc = $doc:literal])* async fn $name:ident($deployments:ident) $body:block) => {
        $(#[doc = $doc])*
        mod $name {
            use super::*;

            async fn walk($deployments: &$crate::harness::TwoDeployments) $body

            async fn run(setup: $crate::harness::Setup) {
                let deployments = $crate::harness::TwoDeployments::start(setup).await;
                walk(&deployments).await;
                deployments.finish().await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn sqlite() {
                run($crate::harness::Setup::Sqlite).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn postgres() {
                run($crate::harness::Setup::Postgres).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn two_processes() {
                run($crate::harness::Setup::TwoProcesses).await;
            }
        }
    };
}
pub(crate) use between_deployments;
