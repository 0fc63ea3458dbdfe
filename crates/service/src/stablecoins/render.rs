//! Links, tokens, mints and burns as API objects, without any credentials.

use causeway_domain::Time;
use causeway_domain::stablecoins::{
    StablecoinOperationType, StablecoinProviderEnvironment, delivery_time, quote_at,
};
use causeway_store::platforms::Environment;
use causeway_store::stablecoins::{
    LinkRecord, OperationRecord, OperationTerms, StablecoinQuoteRecord, StablecoinRecord,
};
use causeway_wire::stablecoins::{
    Stablecoin, StablecoinEstimatedDelivery, StablecoinFundingInstructions, StablecoinOperation,
    StablecoinOperationDestination, StablecoinOperationSource, StablecoinProviderAccount, StablecoinQuote,
    TokenUnits,
};

use crate::runtime::money::instant;

const fn environment_of(environment: Environment) -> StablecoinProviderEnvironment {
    match environment {
        Environment::Sandbox => StablecoinProviderEnvironment::Sandbox,
        Environment::Production => StablecoinProviderEnvironment::Production,
    }
}

/// Renders a link.
pub(super) fn link(environment: Environment, record: &LinkRecord) -> StablecoinProviderAccount {
    StablecoinProviderAccount {
        id: record.id,
        provider: record.provider,
        provider_account_id: record.provider_account.as_str().into(),
        provider_environment: environment_of(environment),
        status: record.status,
        last_verified_at: Some(instant(record.last_verified_at)),
        created_at: instant(record.created_at),
        updated_at: instant(record.updated_at),
    }
}

/// Renders a token.
pub(super) fn stablecoin(environment: Environment, record: &StablecoinRecord) -> Stablecoin {
    let doc = &record.doc;
    Stablecoin {
        id: record.id,
        name: doc.name.as_str().into(),
        symbol: doc.symbol.as_str().into(),
        base_currency: doc.base_currency.as_str().into(),
        network: record.network,
        decimals: doc.decimals,
        issuance_status: record.issuance_status,
        svc_operations_status: record.service_status,
        network_token_identifier: record.network_token.as_str().into(),
        currency: record.was_enabled.then(|| doc.symbol.as_str().into()),
        provider: record.provider,
        stablecoin_provider_account_id: record.link,
        provider_environment: environment_of(environment),
        provider_token_identifier: record.provider_token.as_str().into(),
        created_at: instant(record.created_at),
        updated_at: instant(record.updated_at),
    }
}

/// Renders a mint or burn.
#[must_use]
pub fn operation(environment: Environment, record: &OperationRecord) -> StablecoinOperation {
    let terms = &record.terms;
    let instructions = record.acceptance.as_ref().and_then(|accepted| accepted.instructions.clone());
    StablecoinOperation {
        id: record.id,
        stablecoin_id: record.stablecoin,
        operation_type: record.operation_type,
        status: record.state.status(),
        amount: terms.amount.units().into(),
        provider: terms.provider,
        provider_environment: environment_of(environment),
        stablecoin_provider_account_id: record.link,
        source: Some(source(terms)),
        funding_instructions: instructions.map(StablecoinFundingInstructions),
        destination: Some(destination(terms)),
        estimated_delivery: delivery(terms),
        expires_at: record.expiry().map(instant),
        provider_status: record.progress.provider_status.as_deref().map(Into::into),
        failure_reason: record.state.reason(),
        quote_id: record.quote,
        description: terms.description.clone(),
        created_at: instant(record.created_at),
        updated_at: instant(record.updated_at),
    }
}

/// Renders a quote at an instant; its expiry need not be stored.
pub(super) fn quote(record: &StablecoinQuoteRecord, now: Time) -> StablecoinQuote {
    let terms = &record.terms;
    let status = quote_at(record.status, record.expires_at, now);
    let is_over = status != record.status;
    let is_mint = record.operation_type == StablecoinOperationType::Mint;
    StablecoinQuote {
        id: record.id,
        stablecoin_id: record.stablecoin,
        operation_type: record.operation_type,
        status,
        amount: terms.amount.units().into(),
        fees: Vec::new(),
        expires_at: instant(record.expires_at),
        funding_source: is_mint.then(|| source(terms)),
        source: (!is_mint).then(|| source(terms)),
        destination: destination(terms),
        estimated_delivery: delivery(terms),
        operation_id: record.operation,
        description: terms.description.clone(),
        created_at: instant(record.created_at),
        updated_at: instant(if is_over {
            record.updated_at.after(record.expires_at)
        } else {
            record.updated_at
        }),
    }
}

fn source(terms: &OperationTerms) -> StablecoinOperationSource {
    StablecoinOperationSource {
        source_type: terms.source,
        external_account_id: terms.source_account,
        account_id: None,
        source_token_identifier: None,
        crypto_network: None,
    }
}

const fn destination(terms: &OperationTerms) -> StablecoinOperationDestination {
    StablecoinOperationDestination { account_id: terms.destination, rail: terms.rail }
}

/// Returns the estimated delivery of a burn, which is in US dollars (stablecoins 4).
fn delivery(terms: &OperationTerms) -> Option<StablecoinEstimatedDelivery> {
    let rail = terms.rail?;
    let amount: TokenUnits = terms.amount.cents(terms.decimals)?.into();
    Some(StablecoinEstimatedDelivery {
        rail,
        amount,
        currency: "USD".into(),
        timing: delivery_time(rail).into(),
    })
}
