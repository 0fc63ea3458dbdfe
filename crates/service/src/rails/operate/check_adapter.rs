//! Checking an adapter at a URL, without a deployment (rails 18).

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use causeway_domain::{Clock, Ids};
use causeway_rail_check::{CaseOutcome, CheckPlan, Report, run};
use causeway_rail_protocol::RailId;
use causeway_rail_protocol::signing::{SigningKey, VerifyingKey};

use super::check::{CheckEnds, RailCheck, plan};
use crate::runtime::outbound::{Reach, Scheme, Target};

/// An adapter at a URL, and what is tried.
#[derive(Debug)]
pub struct AdapterCheck {
    /// Base URL of the adapter.
    pub url: String,
    /// The key that the adapter knows as the service's.
    pub signer: SigningKey,
    pub adapter_key: VerifyingKey,
    pub rail: RailId,
    pub wanted: RailCheck,
    /// Shell command that does what its variable `CRP_STEP` says.
    pub restart: Option<String>,
    /// File of the adapter's log.
    pub adapter_log: Option<PathBuf>,
    /// Address at which pushes are taken.
    pub listen: Option<SocketAddr>,
}

/// Checks an adapter from this machine, also one in a private network; each outcome is told as soon as it is known.
///
/// # Errors
/// The URL is not one of an adapter, or the address for pushes cannot be used; the text says why.
pub async fn check_adapter(
    check: AdapterCheck,
    tell: &mut (dyn FnMut(&CaseOutcome) + Send),
) -> Result<Report, String> {
    let AdapterCheck { url, signer, adapter_key, rail, wanted, restart, adapter_log, listen } = check;
    let target: Target = url.parse().map_err(|_| format!("{url} is not a URL of http or https"))?;
    if target.scheme() == Scheme::Http && !target.host().is_loopback() {
        return Err("plain HTTP is for this machine only: give a URL of https".to_owned());
    }
    let ends = CheckEnds {
        target,
        reach: Reach::Private,
        rail,
        signer: Arc::new(signer),
        adapter_keys: vec![adapter_key],
        clock: Clock::system(),
        ids: Ids::system(),
    };
    run(CheckPlan { restart, adapter_log, listen, ..plan(ends, &wanted) }, tell).await
}
