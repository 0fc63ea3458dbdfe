//! The relay.

use std::convert::Infallible;
use std::fmt;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{JoinHandle, JoinSet};

use super::hold::{PendingHold, hold};
use super::message::Message;
use super::{Hold, Moment, Passage};
use crate::wait;

/// Decides about an exchange by the method and the target of its request.
type Script = Arc<dyn Fn(&str, &str, Moment) -> Passage + Send + Sync>;

/// A relay on loopback; it passes everything unless told otherwise, and stops when dropped.
pub struct Relay {
    address: SocketAddr,
    state: Arc<RelayState>,
    accepting: JoinHandle<Infallible>,
}

struct RelayState {
    upstream: SocketAddr,
    script: Mutex<Script>,
    holds: Mutex<Vec<PendingHold>>,
}

impl Relay {
    /// Starts a relay to this address on a free port.
    ///
    /// # Panics
    /// If no port is available.
    pub async fn start(upstream: SocketAddr) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await;
        let listener = listener.unwrap_or_else(|cause| panic!("no port for a relay: {cause}"));
        let address =
            listener.local_addr().unwrap_or_else(|cause| panic!("a relay without address: {cause}"));
        let state = Arc::new(RelayState {
            upstream,
            script: Mutex::new(Arc::new(|_, _, _| Passage::Pass)),
            holds: Mutex::default(),
        });
        let accepting = tokio::spawn(accept(listener, Arc::clone(&state)));
        Self { address, state, accepting }
    }

    /// Returns the address for clients.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Decides about each message from now on.
    pub fn script(&self, script: impl Fn(&str, &str, Moment) -> Passage + Send + Sync + 'static) {
        *self.state.script() = Arc::new(script);
    }

    /// Lets everything pass from now on.
    pub fn pass_all(&self) {
        self.script(|_, _, _| Passage::Pass);
    }

    /// Holds the next exchange of this method whose path begins so.
    #[must_use]
    pub fn hold(&self, method: &str, path: &str, moment: Moment) -> Hold {
        let (hold, pending) = hold(method, path, moment);
        self.state.holds().push(pending);
        hold
    }
}

impl fmt::Debug for Relay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Relay").field("address", &self.address).finish_non_exhaustive()
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

impl RelayState {
    fn script(&self) -> MutexGuard<'_, Script> {
        self.script.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn holds(&self) -> MutexGuard<'_, Vec<PendingHold>> {
        self.holds.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the first hold that fits.
    fn take_hold(&self, request: &Message, moment: Moment) -> Option<PendingHold> {
        let (method, target) = request.first_words();
        let mut holds = self.holds();
        let fits = |hold: &PendingHold| {
            hold.moment == moment && hold.method == method && target.starts_with(&hold.path)
        };
        let place = holds.iter().position(fits)?;
        Some(holds.remove(place))
    }

    /// Decides about a message, and waits as long as it has to; returns `None` if it is lost.
    async fn decide(&self, request: &Message, moment: Moment) -> Option<Passage> {
        if let Some(hold) = self.take_hold(request, moment) {
            return hold.wait().await.then_some(Passage::Pass);
        }
        let script = Arc::clone(&self.script());
        let (method, target) = request.first_words();
        match script(method, target, moment) {
            Passage::Lose => None,
            Passage::Delay(time) => {
                wait::pause(time).await;
                Some(Passage::Pass)
            }
            passage @ (Passage::Pass | Passage::Twice) => Some(passage),
        }
    }
}

async fn accept(listener: TcpListener, state: Arc<RelayState>) -> Infallible {
    let mut connections = JoinSet::new();
    loop {
        if let Ok((client, _)) = listener.accept().await {
            let state = Arc::clone(&state);
            // An error cuts the connection, as a lost message does.
            connections.spawn(async move { relay(client, &state).await });
        }
        while connections.try_join_next().is_some() {}
    }
}

/// Passes the exchanges of one connection.
async fn relay(mut client: TcpStream, state: &RelayState) -> io::Result<()> {
    while let Some(request) = Message::read(&mut client).await? {
        let Some(passage) = state.decide(&request, Moment::Request).await else { return Ok(()) };
        if passage == Passage::Twice {
            exchange(state.upstream, &request).await?;
        }
        let Some(answer) = exchange(state.upstream, &request).await? else { return Ok(()) };
        if state.decide(&request, Moment::Answer).await.is_none() {
            return Ok(());
        }
        client.write_all(&answer.bytes).await?;
        if answer.closes() {
            client.shutdown().await?;
            return Ok(());
        }
    }
    Ok(())
}

/// Sends a request over a connection of its own; returns `None` if it is not answered.
async fn exchange(upstream: SocketAddr, request: &Message) -> io::Result<Option<Message>> {
    let mut server = TcpStream::connect(upstream).await?;
    server.write_all(&request.bytes).await?;
    Message::read(&mut server).await
}
