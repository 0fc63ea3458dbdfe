//! The state that the connections of an adapter share.

use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use causeway_domain::{Clock, Ids};
use causeway_rail_protocol::RailId;
use causeway_rail_protocol::signing::{SigningKey, VerifyingKey};
use causeway_rail_protocol::values::Memory;

use super::book::Book;
use super::pace::OrderPace;
use super::reply::{Exchange, Reply};

/// A change of replies before they are signed.
pub type Lie = Arc<dyn Fn(&Exchange, &mut Reply) + Send + Sync>;

/// The state that connections share.
pub(super) struct AdapterState {
    pub(super) ids: Ids,
    pub(super) clock: Clock,
    pub(super) key: SigningKey,
    /// Rail and key of the service; `None` before the adapter is attached.
    service: Mutex<Option<ServiceSide>>,
    book: Mutex<Book>,
    lie: Mutex<Lie>,
    pub(super) requests: AtomicUsize,
}

/// The service as the adapter knows it.
#[derive(Debug, Clone, Copy)]
pub(super) struct ServiceSide {
    pub(super) rail: RailId,
    pub(super) key: VerifyingKey,
}

impl AdapterState {
    /// Creates the state of an adapter that is not attached, and is honest.
    pub(super) fn new(clock: Clock, ids: Ids, pace: OrderPace) -> Self {
        let key = SigningKey::from_seed(&ids.bytes()).unwrap_or_else(|error| panic!("no key: {error}"));
        let book = Mutex::new(Book::new(clock.clone(), pace, ids.uuid(clock.now())));
        let lie: Lie = Arc::new(|_, _| {});
        let requests = AtomicUsize::new(0);
        Self { ids, clock, key, service: Mutex::default(), book, lie: Mutex::new(lie), requests }
    }

    pub(super) fn attach(&self, side: ServiceSide) {
        *lock(&self.service) = Some(side);
    }

    pub(super) fn lie(&self, lie: Lie) {
        *lock(&self.lie) = lie;
    }

    pub(super) fn service(&self) -> Option<ServiceSide> {
        *lock(&self.service)
    }

    pub(super) fn book(&self) -> MutexGuard<'_, Book> {
        lock(&self.book)
    }

    pub(super) fn memory(&self) -> Memory {
        self.book().memory()
    }

    pub(super) fn change(&self, exchange: &Exchange, reply: &mut Reply) {
        let lie = Arc::clone(&lock(&self.lie));
        lie(exchange, reply);
    }

    /// Returns the seconds since 1970.
    pub(super) fn now(&self) -> i64 {
        self.clock.now().millis().div_euclid(1_000)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
