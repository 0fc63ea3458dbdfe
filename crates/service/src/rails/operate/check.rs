//! Checking the adapter of a rail with the conformance kit (rails 18).

use std::fmt;
use std::io;
use std::ops::RangeInclusive;
use std::sync::Arc;

use causeway_domain::{Clock, Ids};
use causeway_rail_check::{CaseOutcome, CheckPlan, Dial, Report, Stream, run};
use causeway_rail_protocol::RailId;
use causeway_rail_protocol::signing::{SigningKey, VerifyingKey};
use futures_util::future::BoxFuture;

use super::errors::{no_rail, refused};
use crate::rails::feed::{check_registry, refresh};
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::outbound::{Dialer, Reach, Target};
use crate::runtime::rails::{keys_in_force, reach_of};

/// The number behind that of every case.
const LAST: u32 = 99;

/// What is tried.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RailCheck {
    /// `true` to submit orders to the test accounts of the adapter.
    pub with_orders: bool,
    /// Numbers of the cases.
    pub cases: RangeInclusive<u32>,
}

/// Both ends of the exchanges of a check.
pub(super) struct CheckEnds {
    pub(super) target: Target,
    pub(super) reach: Reach,
    pub(super) rail: RailId,
    pub(super) signer: Arc<SigningKey>,
    pub(super) adapter_keys: Vec<VerifyingKey>,
    pub(super) clock: Clock,
    pub(super) ids: Ids,
}

/// Opens a connection for each exchange of a check.
struct CheckDial {
    dialer: Dialer,
    target: Target,
    reach: Reach,
}

/// Checks the adapter of a rail, with the key of the rail. Its capabilities are asked for afterwards, so that routes to
/// them can be set.
///
/// # Errors
/// `INVALID_INPUT` if there is no such rail; `CONFLICT` if it has no key or no address that can be used.
pub async fn check(app: &Arc<App>, name: &str, wanted: &RailCheck) -> Result<Report, ApiError> {
    app.rails.reload().await?;
    let rail = app.rails.table().named(name).ok_or_else(|| no_rail(name))?;
    let unusable = || refused("The rail has no key of the service, or an address that cannot be used.");
    let signer = rail.signer.clone().ok_or_else(unusable)?;
    let target: Target = rail.record.doc.url.parse().map_err(|_| unusable())?;
    let ends = CheckEnds {
        reach: reach_of(&rail, &target).map_err(|_| unusable())?,
        target,
        rail: rail.record.id,
        signer,
        adapter_keys: keys_in_force(&rail, app.clock.now()).into_iter().map(|(_, key)| key).collect(),
        clock: app.clock.clone(),
        ids: app.ids.clone(),
    };
    let report = run(plan(ends, wanted), &mut |_: &CaseOutcome| {}).await.map_err(refused)?;
    refresh(app, &rail).await?;
    app.rails.reload().await?;
    Ok(report)
}

/// Builds the plan of a check without the access to the adapter's machine that some cases need.
pub(super) fn plan(ends: CheckEnds, wanted: &RailCheck) -> CheckPlan {
    let CheckEnds { target, reach, rail, signer, adapter_keys, clock, ids } = ends;
    CheckPlan {
        authority: target.authority(),
        base_path: target.path().to_owned(),
        dial: Arc::new(CheckDial { dialer: Dialer::default(), target, reach }),
        rail,
        signer,
        adapter_keys,
        clock,
        ids,
        registry: check_registry,
        with_orders: wanted.with_orders,
        restart: None,
        adapter_log: None,
        listen: None,
        cases: wanted.cases.clone(),
    }
}

impl Dial for CheckDial {
    fn open(&self) -> BoxFuture<'_, io::Result<Box<dyn Stream>>> {
        Box::pin(async move {
            let opened = self.dialer.open_stream(&self.target, self.reach).await;
            let stream = opened.map_err(|failure| io::Error::other(format!("{failure:?}")))?;
            Ok(Box::new(stream) as Box<dyn Stream>)
        })
    }
}

impl fmt::Debug for CheckDial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CheckDial")
            .field("target", &self.target)
            .field("reach", &self.reach)
            .finish_non_exhaustive()
    }
}

/// Reads a number or a range of cases.
///
/// # Errors
/// The rule, in words.
pub fn case_range(text: Option<&str>) -> Result<RangeInclusive<u32>, String> {
    let Some(text) = text else { return Ok(1..=LAST) };
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let numbers = first.parse::<u32>().ok().zip(last.parse::<u32>().ok());
    let range = numbers.filter(|(first, last)| (1..=*last).contains(first));
    range
        .map(|(first, last)| first..=last)
        .ok_or_else(|| format!("{text} is no number and no range of cases"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the forms of a range.
    #[test]
    fn cases_are_a_number_or_a_range() {
        assert_eq!(case_range(None), Ok(1..=LAST));
        assert_eq!(case_range(Some("7")), Ok(7..=7));
        assert_eq!(case_range(Some("14-34")), Ok(14..=34));
        for text in ["", "-", "34-14", "0-3", "a", "1-2-3"] {
            assert!(case_range(Some(text)).is_err(), "{text}");
        }
    }
}
