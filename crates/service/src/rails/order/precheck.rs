//! Prechecks: a question before a payment, without personal data (rails 7.1). Nothing of the payment is stored, and
//! nothing moves.

use std::collections::BTreeMap;
use std::sync::Arc;

use bytes::Bytes;
use causeway_domain::Amount;
use causeway_domain::external_accounts::PaymentRail;
use causeway_domain::ids::PlatformId;
use causeway_rail_protocol::Message;
use causeway_rail_protocol::limits::ORDER_BODY;
use causeway_rail_protocol::messages::{CorridorCapabilities, PrecheckRequest, PrecheckResponse};
use causeway_rail_protocol::operations::Call;
use causeway_rail_protocol::values::{MinorUnits, Money, PrecheckMode, TextMembers};
use causeway_store::rails::RouteDirection;

use super::unknown_values::report_in_precheck;
use crate::ports::{InquiredAccount, OfferQuery, RailError};
use crate::runtime::rails::{ChosenRoute, Exchange, Rails};
use crate::runtime::timers;

/// The payment that a precheck asks about.
#[derive(Debug, Clone, Copy)]
pub(in crate::rails) struct RouteInquiry<'a> {
    pub(in crate::rails) platform: PlatformId,
    pub(in crate::rails) direction: RouteDirection,
    pub(in crate::rails) amount: Amount,
    pub(in crate::rails) rail: Option<PaymentRail>,
    /// `None` if the offers did not want it, as there were no routes.
    pub(in crate::rails) account: Option<&'a InquiredAccount>,
}

/// Checks that a rail would take the payment now.
///
/// # Errors
/// [`RailError::NotAvailable`] without a route; [`RailError::Unclear`] if the rail would not take it, or gives no answer.
pub(in crate::rails) async fn precheck(
    rails: &Arc<Rails>,
    inquiry: RouteInquiry<'_>,
) -> Result<(), RailError> {
    let (route, account) = choose(rails, &inquiry)?;
    let corridor = route.corridor().ok_or(RailError::Unclear)?;
    if rails.link().is_silent(&route.rail) || !corridor.reaches(account.country) {
        return Err(RailError::Unclear);
    }
    match corridor.precheck {
        PrecheckMode::Local => Ok(()),
        PrecheckMode::Remote => ask(rails, &route, corridor, &inquiry, account).await,
    }
}

/// Returns `true` if a corridor reaches the account, as far as the capabilities tell.
///
/// # Errors
/// [`RailError::NotAvailable`] without a route.
pub(in crate::rails) fn reaches(rails: &Rails, inquiry: &RouteInquiry<'_>) -> Result<bool, RailError> {
    let (route, account) = choose(rails, inquiry)?;
    Ok(route.corridor().is_some_and(|corridor| corridor.reaches(account.country)))
}

fn choose<'a>(
    rails: &Rails,
    inquiry: &RouteInquiry<'a>,
) -> Result<(ChosenRoute, &'a InquiredAccount), RailError> {
    let account = inquiry.account.ok_or(RailError::NotAvailable)?;
    let query = OfferQuery {
        platform: inquiry.platform,
        account_type: &account.account_type,
        currency: inquiry.amount.currency,
        rail: inquiry.rail,
        amount: Some(inquiry.amount),
    };
    let route = rails.table().route(inquiry.direction, &query).ok_or(RailError::NotAvailable)?;
    Ok((route, account))
}

async fn ask(
    rails: &Arc<Rails>,
    route: &ChosenRoute,
    corridor: &CorridorCapabilities,
    inquiry: &RouteInquiry<'_>,
    account: &InquiredAccount,
) -> Result<(), RailError> {
    let request = request(corridor, inquiry.amount, account).ok_or(RailError::Unclear)?;
    let exchange = Exchange {
        rail: &route.rail,
        call: Call::Precheck(inquiry.direction.order_kind()),
        body: Bytes::from(request.to_json()),
        limit: timers::RAIL_PRECHECK,
        body_max: ORDER_BODY,
    };
    let answered = timers::within(timers::RAIL_PRECHECK, rails.link().exchange(exchange)).await;
    let answer = answered.map_err(|_| RailError::Unclear)?.map_err(|_| RailError::Unclear)?;
    let response = PrecheckResponse::parse(&answer.body).map_err(|_| RailError::Unclear)?;
    report_in_precheck(rails, &route.rail.record.name, &response).await;
    if answer.status == 200 && is_available(route, &response) { Ok(()) } else { Err(RailError::Unclear) }
}

fn request(
    corridor: &CorridorCapabilities,
    amount: Amount,
    account: &InquiredAccount,
) -> Option<PrecheckRequest> {
    let units = MinorUnits::new(u64::try_from(amount.minor).ok()?).ok()?;
    let bank = account.bank.iter().map(|bank| (bank.name.to_owned(), bank.value.clone()));
    Some(PrecheckRequest {
        amount: Money { amount: units, currency: amount.currency },
        corridor: corridor.corridor.clone(),
        account_type: account.account_type.parse().ok()?,
        country: account.country,
        bank: TextMembers(bank.collect::<BTreeMap<String, String>>()),
    })
}

/// Returns `true` if the adapter would take the payment. One with another memory than before takes no new payments.
fn is_available(route: &ChosenRoute, response: &PrecheckResponse) -> bool {
    response.available && route.rail.memory.is_none_or(|known| known == response.memory.id.0)
}
