//! Checks of values that have the right type and may still be invalid.

use causeway_domain::customers::{host_name, uma_host};
use causeway_domain::money::{CurrencyCode, MAX_AMOUNT};
use causeway_domain::payments::LayerName;
use causeway_wallet_crypto::webauthn::Origin;

use crate::runtime::settings::values::{
    CardHoldDays, CorridorLimit, InvitationSettings, QuoteWindows, RepeatHours, Threshold, VelocityLimits,
    WebhookKeyHours, known_currencies,
};

pub(super) fn check_invitations(invitations: &Option<InvitationSettings>) -> Result<(), String> {
    let Some(invitations) = invitations else { return Ok(()) };
    if invitations.display_name.trim().is_empty() {
        return Err("display_name must not be empty".to_owned());
    }
    check_url(&invitations.onboarding_url)?;
    invitations.logo.as_deref().map_or(Ok(()), check_url)
}

pub(super) fn check_card_currency(currency: &CurrencyCode) -> Result<(), String> {
    if [CurrencyCode::USDB, CurrencyCode::USD, CurrencyCode::EUR].contains(currency) {
        Ok(())
    } else {
        Err(format!("{currency} cannot fund cards; USDB, USD and EUR can"))
    }
}

/// Refuses every issuer: this program has no adapter to one. Sandbox platforms have the simulated issuer.
pub(super) fn check_card_issuer(issuer: &Option<String>) -> Result<(), String> {
    match issuer {
        None => Ok(()),
        Some(name) => Err(format!("{name} is not an issuer that this program can reach")),
    }
}

pub(super) fn check_url(url: &str) -> Result<(), String> {
    let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
    if rest.is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_graphic())) {
        Ok(())
    } else {
        Err(format!("{url} is not an http or https URL"))
    }
}

pub(super) fn amounts_of_limit(limit: &CorridorLimit) -> Vec<i64> {
    [limit.single_maximum, limit.daily_volume, limit.list_minimum, limit.list_maximum]
        .into_iter()
        .flatten()
        .collect()
}

pub(super) fn check_windows(windows: &QuoteWindows) -> Result<(), String> {
    let lengths = [windows.short, windows.long, windows.bitcoin];
    lengths.into_iter().flatten().try_for_each(|seconds| in_range(i64::from(seconds), 1, 86_400))
}

pub(super) fn check_hold_days(days: &CardHoldDays) -> Result<(), String> {
    [days.usual, days.long].into_iter().try_for_each(|days| in_range(i64::from(days), 1, 365))
}

pub(super) fn check_repeats(hours: &RepeatHours) -> Result<(), String> {
    [hours.page, hours.day].into_iter().try_for_each(|hours| in_range(i64::from(hours), 1, 720))
}

pub(super) fn check_key_hours(hours: &WebhookKeyHours) -> Result<(), String> {
    [hours.lead, hours.keep].into_iter().try_for_each(|hours| in_range(i64::from(hours), 1, 2_160))
}

pub(super) fn check_threshold(threshold: &Threshold) -> Result<(), String> {
    known_currencies([threshold.currency].iter())?;
    in_range(threshold.amount, 0, MAX_AMOUNT)
}

pub(super) fn check_origin(origin: &str) -> Result<(), String> {
    if Origin::parse(origin).is_some() {
        Ok(())
    } else {
        Err(format!("{origin} is not an origin of a browser"))
    }
}

pub(super) fn check_host(host: &String) -> Result<(), String> {
    if host_name(host).as_ref() == Some(host) {
        Ok(())
    } else {
        Err(format!("{host} is not a host name in lower case"))
    }
}

pub(super) fn check_uma_host(host: &String) -> Result<(), String> {
    if uma_host(host).as_ref() == Some(host) {
        Ok(())
    } else {
        Err(format!("{host} is not a host name in lower case, with a port only if it is local"))
    }
}

/// Checks that the list names layers between providers, each once.
pub(super) fn check_layers(layers: &[LayerName]) -> Result<(), String> {
    for (place, layer) in layers.iter().enumerate() {
        match layer {
            LayerName::Internal | LayerName::Sandbox => {
                return Err(format!("{layer} is not a layer between providers; ln and spark are"));
            }
            LayerName::Ln | LayerName::Spark if layers.iter().skip(place + 1).any(|later| later == layer) => {
                return Err(format!("{layer} is named twice"));
            }
            LayerName::Ln | LayerName::Spark => {}
        }
    }
    Ok(())
}

/// Checks the limits. Requests are kept for a week, so that no window is longer.
pub(super) fn check_velocity(limits: &VelocityLimits) -> Result<(), String> {
    for limit in [limits.customer, limits.domain, limits.customer_and_domain] {
        in_range(i64::from(limit.count), 1, 1_000_000)?;
        in_range(i64::from(limit.hours), 1, 168)?;
    }
    Ok(())
}

pub(super) fn in_range(value: i64, least: i64, most: i64) -> Result<(), String> {
    if (least..=most).contains(&value) {
        Ok(())
    } else {
        Err(format!("{value} is not between {least} and {most}"))
    }
}
