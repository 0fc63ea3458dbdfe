//! Rate limits for challenges and failed logins (wallet 10).

use std::time::Duration;

use causeway_domain::Time;
use causeway_domain::ids::AuthMethodId;
use causeway_domain::wallets::{WRONG_CODES, per_minute, recent_instants};
use causeway_store::Tx;
use causeway_store::wallets::attempts;

use super::errors;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::settings::{CHALLENGE_LIMIT, Settings, VERIFY_LIMIT, WALLET_WRONG_CODES_PER_DAY};

const DAY_MILLIS: i64 = 86_400_000;

/// Counts a challenge, or refuses it if there were too many. The caller must hold the wallet's row lock.
pub(super) fn count_challenge(
    tx: &mut Tx<'_>,
    context: &Context,
    credential: AuthMethodId,
) -> Result<(), ApiError> {
    let mut doc = attempts::find(tx, context.platform, credential)?;
    let allowed = per_minute(Settings::of(tx, context)?.get(&CHALLENGE_LIMIT)?);
    allowed.check(&doc.challenges, context.now).map_err(errors::too_many)?;
    doc.challenges = recent_instants(&doc.challenges, allowed, context.now);
    Ok(attempts::put(tx, context.platform, credential, &doc)?)
}

/// Refuses a login after too many failed ones, with this credential or on the whole platform.
pub(super) fn check_logins(
    tx: &mut Tx<'_>,
    context: &Context,
    credential: AuthMethodId,
) -> Result<(), ApiError> {
    let doc = attempts::find(tx, context.platform, credential)?;
    let settings = Settings::of(tx, context)?;
    let allowed = per_minute(settings.get(&VERIFY_LIMIT)?);
    allowed.check(&doc.failed, context.now).map_err(errors::too_many)?;
    WRONG_CODES.check(&doc.wrong_codes, context.now).map_err(errors::too_many)?;
    let most = i64::from(settings.get(&WALLET_WRONG_CODES_PER_DAY)?);
    let (day, rest) = day(context.now);
    if attempts::wrong_codes(tx, context.platform, day)? >= most {
        return Err(errors::too_many(rest));
    }
    Ok(())
}

/// Counts a failed login.
pub(super) fn count_failure(
    tx: &mut Tx<'_>,
    context: &Context,
    credential: AuthMethodId,
    is_wrong_code: bool,
) -> Result<(), ApiError> {
    let mut doc = attempts::find(tx, context.platform, credential)?;
    // The limit does not affect which failures are remembered.
    doc.failed = recent_instants(&doc.failed, per_minute(0), context.now);
    if is_wrong_code {
        doc.wrong_codes = recent_instants(&doc.wrong_codes, WRONG_CODES, context.now);
        attempts::add_wrong_code(tx, context.platform, day(context.now).0)?;
    }
    Ok(attempts::put(tx, context.platform, credential, &doc)?)
}

/// Returns the day (UTC), and the time until its end.
fn day(now: Time) -> (i64, Duration) {
    let day = now.millis().div_euclid(DAY_MILLIS);
    let end = Time::from_millis((day + 1) * DAY_MILLIS);
    (day, end.since(now))
}
