//! The limit on open files and connections of the process.

use rustix::process::{Resource, getrlimit, setrlimit};

/// Raises the limit to the maximum for an unprivileged process: the usual 1,024 is less than the service's
/// own limits on connections and deliveries. If it cannot be raised, the service works with the present
/// limit.
pub(super) fn raise_limit() {
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    if let Err(error) = setrlimit(Resource::Nofile, limit) {
        tracing::warn!(%error, "cannot raise the limit on open files");
    }
}
