//! How often challenges are issued and logins may fail (wallet 10).

use std::time::Duration;

use causeway_domain::Time;
use causeway_domain::ids::AuthMethodId;
use causeway_domain::wallets::{WRONG_CODES, counted, in_a_minute};
use causeway_store::Tx;
use causeway_store::wallets::attempts;

use super::errors;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::settings::{CHALLENGE_LIMIT, Settings, VERIFY_LIMIT, WALLET_WRONG_CODES_PER_DAY};

const DAY_MILLIS: i64 = 86_400_000;

/// Counts a challenge, unless there were too many. The wallet is locked.
pub(super) fn count_challenge(
    tx: &mut Tx<'_>,
    context: &Context,
    credential: AuthMethodId,
) -> Result<(), ApiError> {
    let mut doc = attempts::find(tx, context.platform, credential)?;
    let allowed = in_a_minute(Settings::of(tx, context)?.get(&CHALLENGE_LIMIT)?);
    allowed.check(&doc.challenges, context.now).map_err(errors::too_many)?;
    doc.challenges = counted(&doc.challenges, allowed, context.now);
    Ok(attempts::put(tx, context.platform, credential, &doc)?)
}

/// Refuses a login after too many that failed, by this credential or of the whole platform.
pub(super) fn check_logins(
    tx: &mut Tx<'_>,
    context: &Context,
    credential: AuthMethodId,
) -> Result<(), ApiError> {
    let doc = attempts::find(tx, context.platform, credential)?;
    let settings = Settings::of(tx, context)?;
    let allowed = in_a_minute(settings.get(&VERIFY_LIMIT)?);
    allowed.check(&doc.failed, context.now).map_err(errors::too_many)?;
    WRONG_CODES.check(&doc.wrong_codes, context.now).map_err(errors::too_many)?;
    let most = i64::from(settings.get(&WALLET_WRONG_CODES_PER_DAY)?);
    let (day, rest) = day(context.now);
    if attempts::wrong_codes(tx, context.platform, day)? >= most {
        return Err(errors::too_many(rest));
    }
    Ok(())
}

/// Counts a login that failed.
pub(super) fn count_failure(
    tx: &mut Tx<'_>,
    context: &Context,
    credential: AuthMethodId,
    is_wrong_code: bool,
) -> Result<(), ApiError> {
    let mut doc = attempts::find(tx, context.platform, credential)?;
    // How many are allowed does not matter to which are remembered.
    doc.failed = counted(&doc.failed, in_a_minute(0), context.now);
    if is_wrong_code {
        doc.wrong_codes = counted(&doc.wrong_codes, WRONG_CODES, context.now);
        attempts::add_wrong_code(tx, context.platform, day(context.now).0)?;
    }
    Ok(attempts::put(tx, context.platform, credential, &doc)?)
}

/// The day (UTC), and how long it still lasts.
fn day(now: Time) -> (i64, Duration) {
    let day = now.millis().div_euclid(DAY_MILLIS);
    let end = Time::from_millis((day + 1) * DAY_MILLIS);
    (day, end.since(now))
}
