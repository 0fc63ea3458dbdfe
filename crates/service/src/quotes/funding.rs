//! The funding of a quote by an incoming payment (money 8.2 check 7, 8.4).

use causeway_domain::ids::{InternalAccountId, QuoteId};
use causeway_domain::internal_accounts::Owner;
use causeway_domain::payments::funding_reference;
use causeway_domain::quotes::{FundingOptions, funding_options};
use causeway_store::funding_identifiers::{self, FundingTarget};
use causeway_store::payments::FundingTerms;
use causeway_store::{Tx, internal_accounts};

use super::errors;
use super::parties::{Payer, Source};
use crate::internal_accounts::instructions;
use crate::payments::checks::accounts::check_active;
use crate::ports::QuoteFundingRequest;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::settings::{FUNDING_BANK_DETAILS, Settings};

/// The payer of a quote that is funded by an incoming payment, and the ways in which it can pay.
#[derive(Debug, Clone)]
pub(super) struct PreparedFunding {
    payer: Payer,
    options: FundingOptions,
    /// The internal account that crypto is credited to; `None` if the money comes from a bank.
    account: Option<InternalAccountId>,
}

/// The funding instructions of a quote.
pub(super) struct IssuedInstructions {
    pub(super) terms: FundingTerms,
    /// The reference that the payer must send with the money.
    pub(super) reference: String,
}

impl PreparedFunding {
    /// Returns the funding of a quote's source, or `None` if an account pays.
    pub(super) fn of(tx: &mut Tx<'_>, context: &Context, source: &Source) -> Result<Option<Self>, ApiError> {
        let Source::PaysIn(payer) = source else { return Ok(None) };
        let options = funding_options(payer.currency, payer.network.as_deref())
            .map_err(|error| errors::funding_error(error, payer.currency))?;
        let account = match options {
            FundingOptions::Bank(_) => None,
            FundingOptions::Networks(_) => Some(crypto_account(tx, context, payer)?),
        };
        Ok(Some(Self { payer: payer.clone(), options, account }))
    }

    /// Issues funding instructions with the reference that identifies the payment, recorded for this quote
    /// alone.
    pub(super) fn issue_instructions(
        self,
        tx: &mut Tx<'_>,
        context: &Context,
        settings: &Settings,
        quote: QuoteId,
    ) -> Result<IssuedInstructions, ApiError> {
        let Payer { currency, network, uma_payer, .. } = self.payer;
        let reference = funding_reference(context.ids().bytes());
        let banks = settings.get(&FUNDING_BANK_DETAILS)?;
        let funding_port = &context.app.ports.of(context.environment).funding;
        let request = QuoteFundingRequest { currency, options: &self.options, reference: &reference };
        let coordinates = funding_port.coordinates_for_quote(&request, banks.get(&currency), context.ids());
        if coordinates.methods.is_empty() {
            return Err(errors::not_offered("Funding a quote by an incoming payment"));
        }
        let target = FundingTarget::Quote(quote);
        let mut identifiers = vec![(target, reference.clone())];
        let others = coordinates.identifiers.into_iter().filter(|identifier| *identifier != reference);
        identifiers.extend(others.map(|identifier| (target, identifier)));
        funding_identifiers::record(tx, context.platform, &identifiers)?;
        let instructions = instructions(coordinates.methods);
        let terms = FundingTerms { instructions, account: self.account, network, payer: uma_payer };
        Ok(IssuedInstructions { terms, reference })
    }
}

/// Returns the account that the payer's crypto is credited to. The account receives the crypto regardless of
/// the quote's outcome, so the account must exist and be active.
fn crypto_account(tx: &mut Tx<'_>, context: &Context, payer: &Payer) -> Result<InternalAccountId, ApiError> {
    let owner = payer.customer.map_or(Owner::Platform(context.platform), Owner::Customer);
    let found = internal_accounts::find_by_owner(tx, context.platform, owner, payer.currency)?;
    let account = found.ok_or_else(|| errors::no_account_for_crypto(payer.currency.as_str()))?;
    check_active("source", &account)?;
    Ok(account.account.id)
}
