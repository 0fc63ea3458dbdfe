//! Connections between two requests: kept for a moment, so that a burst to one host pays for one handshake.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use super::connection::Connection;
use super::{Exchange, Host, Reach, Scheme};
use crate::runtime::timers;

/// Which connections may serve a request: those to the same place, made under the same permission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Place {
    scheme: Scheme,
    host: Host,
    port: u16,
    reach: Reach,
}

impl Place {
    pub(super) fn of(exchange: &Exchange) -> Self {
        let target = &exchange.target;
        let (scheme, host, port) = (target.scheme(), target.host().clone(), target.port());
        Self { scheme, host, port, reach: exchange.reach }
    }
}

struct Idle {
    place: Place,
    connection: Connection,
    since: Instant,
}

/// Idle connections, newest last. Few enough to be searched one by one.
#[derive(Clone, Default)]
pub(super) struct IdleConnections(Arc<Mutex<Vec<Idle>>>);

/// Beyond this many, a connection is closed after its request.
const IDLE_MAX: usize = 64;

impl IdleConnections {
    /// An open connection to this place, if there is one.
    pub(super) fn take(&self, place: &Place) -> Option<Connection> {
        self.with(|all| {
            all.retain(|idle| !idle.connection.is_closed());
            let found = all.iter().rposition(|idle| idle.place == *place)?;
            Some(all.remove(found).connection)
        })
    }

    /// Keeps a connection whose answer was read to its end.
    pub(super) fn put(&self, place: Place, connection: Connection) {
        let first = self.with(|all| {
            let was_empty = all.is_empty();
            if all.len() < IDLE_MAX {
                all.push(Idle { place, connection, since: Instant::now() });
            }
            was_empty
        });
        if first {
            tokio::spawn(self.clone().close_in_time());
        }
    }

    /// Servers close idle connections after a few seconds; closing ours much earlier keeps a request from
    /// running into that. Ends when there is nothing left to close.
    async fn close_in_time(self) {
        loop {
            timers::pause(timers::IDLE_CONNECTION).await;
            let none_left = self.with(|all| {
                all.retain(|idle| idle.since.elapsed() < timers::IDLE_CONNECTION);
                all.is_empty()
            });
            if none_left {
                return;
            }
        }
    }

    fn with<T>(&self, act: impl FnOnce(&mut Vec<Idle>) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
