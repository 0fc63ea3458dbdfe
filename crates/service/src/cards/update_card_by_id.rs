//! `PATCH /cards/{id}` (cards 5).

use causeway_domain::cards::{CardEvent, check_change};
use causeway_domain::ids::{CardFundingSourceId, CardId};
use causeway_store::Tx;
use causeway_store::cards::{self as rows, CardRecord, CardSource};
use causeway_wire::Patch;
use causeway_wire::cards::{Card, CardTargetState, CardUpdateRequest};

use super::{eligibility, errors, lifecycle, render};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::field_errors::{FieldChecks, FieldErrors};

impl FieldChecks for CardUpdateRequest {
    fn check(&self, _: &Context, errors: &mut FieldErrors) {
        let changes = self.state.is_some()
            || self.funding_sources.is_some()
            || self.max_spend_per_transaction != Patch::Keep;
        if !changes && errors.is_empty() {
            errors.push("state", "or fundingSources or maxSpendPerTransaction must be there");
        }
    }
}

/// Changes a card: applies all requested changes, or none.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`; `INVALID_INPUT`; `CARD_ALREADY_CLOSED`, `INVALID_STATE_TRANSITION`,
/// `CARD_NOT_MUTABLE`; `FUNDING_SOURCE_INELIGIBLE`.
pub fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    id: CardId,
    request: &CardUpdateRequest,
) -> Result<Card, ApiError> {
    let former = rows::lock(tx, context.platform, id)?.ok_or_else(ApiError::not_found::<CardId>)?;
    if request.state == Some(CardTargetState::Closed) {
        if request.funding_sources.is_some() {
            return Err(errors::closed_with_changes("fundingSources"));
        }
        if request.max_spend_per_transaction != Patch::Keep {
            return Err(errors::closed_with_changes("maxSpendPerTransaction"));
        }
    }
    let phase = check_change(former.phase, request.state.map(move_to))
        .map_err(|refusal| errors::refused(former.phase, refusal))?;
    let mut changed = CardRecord { phase, ..former.clone() };
    if let Some(sources) = &request.funding_sources {
        eligibility::check_distinct(sources)?;
        eligibility::check(tx, context, former.customer, sources, Some(former.funding_currency))?;
        let bound = |account: &_| {
            let new = || CardSource { binding: context.id::<CardFundingSourceId>(), account: *account };
            former.source_of(*account).unwrap_or_else(new)
        };
        changed.sources = sources.iter().map(bound).collect();
    }
    match request.max_spend_per_transaction {
        Patch::Keep => {}
        Patch::Clear => changed.max_spend = None,
        Patch::Set(limit) => changed.max_spend = Some(limit.into()),
    }
    let card = lifecycle::write(tx, context, &former, changed)?;
    Ok(render::card(&card))
}

const fn move_to(state: CardTargetState) -> CardEvent {
    match state {
        CardTargetState::Active => CardEvent::ResumedByPlatform,
        CardTargetState::Frozen => CardEvent::FrozenByPlatform,
        CardTargetState::Closed => CardEvent::ClosedByPlatform,
    }
}
