//! Idle connections: kept for a moment after a request, so that a burst to one host pays for one handshake.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use super::connection::Connection;
use super::{Host, OutboundRequest, Reach, Scheme};
use crate::runtime::timers;

/// The key of a reusable connection: same host, same reach.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ConnectionKey {
    scheme: Scheme,
    host: Host,
    port: u16,
    reach: Reach,
}

impl ConnectionKey {
    pub(super) fn of(request: &OutboundRequest) -> Self {
        let target = &request.target;
        Self {
            scheme: target.scheme(),
            host: target.host().clone(),
            port: target.port(),
            reach: request.reach,
        }
    }
}

struct Idle {
    key: ConnectionKey,
    connection: Connection,
    since: Instant,
}

/// Idle connections, newest last. Few enough for a linear search.
#[derive(Clone, Default)]
pub(super) struct IdleConnections(Arc<Mutex<Vec<Idle>>>);

/// Maximum number of idle connections; beyond it, a connection is closed after its request.
const MAX_IDLE: usize = 64;

impl IdleConnections {
    /// Takes an open connection with this key, if there is one.
    pub(super) fn take(&self, key: &ConnectionKey) -> Option<Connection> {
        self.with(|all| {
            all.retain(|idle| !idle.connection.is_closed());
            let position = all.iter().rposition(|idle| idle.key == *key)?;
            Some(all.remove(position).connection)
        })
    }

    /// Keeps a connection whose answer was read to its end.
    pub(super) fn put(&self, key: ConnectionKey, connection: Connection) {
        let first = self.with(|all| {
            let was_empty = all.is_empty();
            if all.len() < MAX_IDLE {
                all.push(Idle { key, connection, since: Instant::now() });
            }
            was_empty
        });
        if first {
            tokio::spawn(self.clone().close_in_time());
        }
    }

    /// Closes idle connections in time. Servers close theirs after a few seconds; closing ours much earlier
    /// keeps a request from running into that. Ends after the last one was closed.
    async fn close_in_time(self) {
        loop {
            timers::pause(timers::IDLE_CONNECTION_TIMEOUT).await;
            let none_left = self.with(|all| {
                all.retain(|idle| idle.since.elapsed() < timers::IDLE_CONNECTION_TIMEOUT);
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
