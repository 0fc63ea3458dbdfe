//! How many files and connections the process may have open.

use rustix::process::{Resource, getrlimit, setrlimit};

/// Raises the limit as far as the system lets an ordinary process: the usual 1,024 is less than the service's own
/// bounds on connections and deliveries. Where it cannot be raised, the service works with what it has.
pub(super) fn raise_limit() {
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    if let Err(fault) = setrlimit(Resource::Nofile, limit) {
        tracing::warn!(%fault, "the limit on open files cannot be raised");
    }
}
