//! The service within this process, on a store that records its statements.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use causeway::router::router;
use causeway::wiring;
use causeway_domain::{Clock, Ids};
use causeway_service::ports::NoWalletKeys;
use causeway_service::runtime::anchors::AnchorFile;
use causeway_service::runtime::keys::{Keyring, Keys};
use causeway_service::runtime::outbound::{self, Transport};
use causeway_service::runtime::rails::{RailParts, Rails};
use causeway_service::runtime::settings::Deployment;
use causeway_service::runtime::tombstones::Tombstones;
use causeway_service::{App, Parts, WalletKeyService};
use causeway_store::{Database, Options, Store};
use causeway_wire::Contract;
use serde_json::json;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use super::recorder::Recorder;
use super::{Plan, RecordedStatement, Subject};
use crate::error::Result;
use crate::load::{Connection, Request};
use crate::service::DataLocation;

/// Number of jobs at once, as a server has it by default.
const JOB_PLACES: usize = 16;

/// A service without background work.
pub(crate) struct Rehearsal {
    address: SocketAddr,
    serving: JoinHandle<std::io::Result<()>>,
    recorder: Arc<Recorder>,
    store: Store,
}

impl Rehearsal {
    /// Opens the data of a stopped service.
    pub(crate) async fn on(place: &DataLocation) -> Result<Self> {
        let clock = Clock::system();
        let ids = Ids::system();
        let recorder = Arc::new(Recorder::default());
        let keys = place.keys()?;
        let options = Options {
            faults: Some(Arc::clone(&recorder) as _),
            ..Options::new(clock.clone(), ids.clone(), Arc::new(keys.clone()))
        };
        let store = Store::open(&place.database(), options)?;
        let outbound: Arc<dyn Transport> = Arc::new(outbound::Client::new());
        let rails = Rails::new(RailParts {
            store: store.clone(),
            transport: Arc::clone(&outbound),
            keys: keys.clone(),
            clock: clock.clone(),
            ids: ids.clone(),
            is_development: false,
            job_places: JOB_PLACES,
        });
        let app = App::new(Parts {
            handlers: causeway_service::background::HANDLERS,
            rails,
            ports: wiring::ports(&store),
            contract: Contract::get()?,
            store: store.clone(),
            clock,
            keys,
            ids,
            outbound,
            anchors: AnchorFile::in_memory(),
            wallet_keys: WalletKeyService {
                key_service: Arc::new(NoWalletKeys),
                tombstones: Arc::new(Tombstones::in_memory()),
            },
            deployment: Deployment::new([("rate_limit_per_second", json!(0))].into()),
            requests_max: 512,
        });
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let address = listener.local_addr()?;
        let serving = tokio::spawn(axum::serve(listener, router(app)).into_future());
        Ok(Self { address, serving, recorder, store })
    }

    /// Captures the statements of the second and third request as a plan; each request concerns the subject
    /// at its turn. The first one is not captured, because it may do one-time work.
    pub(crate) async fn plan(&self, requests: [&Request; 3], subjects: &[Subject]) -> Result<Plan> {
        let about =
            |number: usize| subjects.get(number % subjects.len().max(1)).map_or(&[][..], Vec::as_slice);
        let mut connection = Connection::open(self.address).await?;
        self.ask(&mut connection, requests[0], 0).await?;
        let first = self.ask(&mut connection, requests[1], 1).await?;
        let second = self.ask(&mut connection, requests[2], 2).await?;
        Plan::of([&first, &second], [about(1), about(2)], subjects, connection.body())
    }

    async fn ask(
        &self,
        connection: &mut Connection,
        request: &Request,
        number: u64,
    ) -> Result<Vec<RecordedStatement>> {
        let mut bytes = Vec::new();
        request.write(number, &mut bytes);
        self.recorder.take();
        match connection.exchange(&bytes).await? {
            200..300 => Ok(self.recorder.take()),
            status => Err(format!("the rehearsal was answered {status}: {}", connection.body()).into()),
        }
    }

    /// Closes the database.
    pub(crate) fn end(self) {
        self.serving.abort();
        self.store.close();
    }
}

impl DataLocation {
    /// Returns the location of the database.
    pub(crate) fn database(&self) -> Database {
        match &self.url {
            Some(url) => Database::Postgres { url: url.clone() },
            None => Database::Sqlite { path: self.folder.join("causeway.db") },
        }
    }

    /// Returns the root keys of the service.
    pub(crate) fn keys(&self) -> Result<Keys> {
        Ok(Keys::new(Keyring::parse(&self.root_key()?)?))
    }

    fn root_key(&self) -> Result<String> {
        match &self.url {
            Some(_) => Ok(crate::service::ROOT_KEY.to_owned()),
            None => Ok(std::fs::read_to_string(self.folder.join("root.key"))?),
        }
    }
}
