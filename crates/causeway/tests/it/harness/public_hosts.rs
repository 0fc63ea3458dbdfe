//! Hosts on the internet that tests serve on loopback.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use causeway_service::runtime::outbound::{
    Client, Failure, OutboundRequest, OutboundResponse, Reach, Transport,
};
use causeway_testing::receiver::Receiver;
use futures_util::future::BoxFuture;

/// The base URLs on loopback of the served hosts, by name.
#[derive(Debug, Clone, Default)]
pub(crate) struct PublicHosts(Arc<Mutex<BTreeMap<String, String>>>);

/// The outbound client of a process, which finds the served hosts on loopback.
#[derive(Debug)]
struct ServedHosts {
    client: Client,
    hosts: PublicHosts,
}

impl PublicHosts {
    /// Lets a receiver answer for a host on the internet.
    pub(crate) fn serve(&self, host: &str, receiver: &Receiver) {
        self.lock().insert(host.to_owned(), receiver.base());
    }

    /// Returns an outbound client that reaches the hosts.
    pub(super) fn transport(&self) -> Arc<dyn Transport> {
        Arc::new(ServedHosts { client: Client::new(), hosts: self.clone() })
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Transport for ServedHosts {
    fn exchange(&self, request: OutboundRequest) -> BoxFuture<'_, Result<OutboundResponse, Failure>> {
        let host = request.target.host().to_string();
        let Some(base) = self.hosts.lock().get(&host).cloned() else { return self.client.exchange(request) };
        let path = request.target.as_str().strip_prefix(&format!("https://{host}"));
        let path = path.expect("a host on the internet is called with TLS");
        assert_eq!(request.reach, Reach::Public, "a host on the internet is public");
        let target = format!("{base}{path}").parse().expect("a URL on loopback");
        self.client.exchange(OutboundRequest { target, reach: Reach::Inside, ..request })
    }
}
