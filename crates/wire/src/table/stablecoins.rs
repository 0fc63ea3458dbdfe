//! Operations on stablecoins. `super::row` explains the grammar.

use serde_json::{Value, json};

use super::Operation;
use super::example::{EXTERNAL_ACCOUNT, SPARK_WALLET};
use super::row::operations;
use crate::endpoint::Endpoint;
use crate::stablecoins::{
    Stablecoin, StablecoinBurnRequest, StablecoinFilter, StablecoinMintRequest, StablecoinOperation,
    StablecoinOperationFilter, StablecoinProviderAccount, StablecoinProviderAccountFilter,
    StablecoinProviderAccountLinkRequest, StablecoinQuote, StablecoinQuoteRequest, StablecoinRegisterRequest,
};

operations! {
    /// Stablecoins issued by a provider: registration, mints and burns.
    Stablecoins tagged "Stablecoins";

    /// Links an account at a stablecoin provider.
    ///
    /// The provider verifies the credentials. If the account already has a link that is `INVALID` or
    /// `REVOKED`, that link is activated again. Fails with 409 if its link is `ACTIVE`.
    LinkStablecoinProviderAccount = Post "/stablecoin-provider-accounts", Manage, key Required,
        body StablecoinProviderAccountLinkRequest = link_example() => 201 one StablecoinProviderAccount;

    /// Lists linked provider accounts, newest first.
    ListStablecoinProviderAccounts = Get "/stablecoin-provider-accounts", Any,
        query StablecoinProviderAccountFilter = json!({ "provider": "BRALE", "status": "ACTIVE" })
        => 200 page StablecoinProviderAccount;

    /// Returns a linked provider account.
    GetStablecoinProviderAccount = Get "/stablecoin-provider-accounts/{stablecoinProviderAccountId}", Any
        => 200 one StablecoinProviderAccount;

    /// Registers a token that exists at the provider.
    ///
    /// Fails with 409 if the token is already registered.
    RegisterStablecoin = Post "/stablecoins", Manage, key Required,
        body StablecoinRegisterRequest = registration_example() => 201 one Stablecoin | 404;

    /// Lists registered stablecoins, newest first.
    ListStablecoins = Get "/stablecoins", Any, query StablecoinFilter
        = json!({ "issuanceStatus": "PROVISIONED", "svcOperationsStatus": "NOT_ENABLED", "provider": "BRALE" })
        => 200 page Stablecoin;

    /// Returns a registered stablecoin.
    GetStablecoin = Get "/stablecoins/{stablecoinId}", Any => 200 one Stablecoin;

    /// Mints tokens into a wallet.
    ///
    /// For a wire, send the money as described by `fundingInstructions` in the response. An ACH debit needs
    /// no further action. Fails with 409 if the stablecoin is not `PROVISIONED`.
    CreateStablecoinMint = Post "/stablecoins/{stablecoinId}/mints", Transact, key Required,
        body StablecoinMintRequest = mint_example() => 201 one StablecoinOperation | 404;

    /// Burns tokens and pays the money to a bank account.
    ///
    /// Unless the provider already holds the tokens, send them as described by `fundingInstructions` in the
    /// response. Fails with 409 if the stablecoin is not `PROVISIONED`.
    CreateStablecoinBurn = Post "/stablecoins/{stablecoinId}/burns", Transact, key Required,
        body StablecoinBurnRequest = burn_example() => 201 one StablecoinOperation | 404;

    /// Lists the mints and burns of a stablecoin, newest first.
    ListStablecoinOperations = Get "/stablecoins/{stablecoinId}/operations", Any,
        query StablecoinOperationFilter = json!({ "operationType": "MINT" }) => 200 page StablecoinOperation;

    /// Returns a mint or burn.
    GetStablecoinOperation = Get "/stablecoin-operations/{stablecoinOperationId}", Any
        => 200 one StablecoinOperation;

    /// Creates a quote for a mint or burn: checks it without starting it.
    ///
    /// The quote locks no price, reserves nothing and creates nothing at the provider.
    CreateStablecoinQuote = Post "/stablecoins/{stablecoinId}/quotes", Transact, key Required,
        body StablecoinQuoteRequest = quote_example() => 201 one StablecoinQuote | 404;

    /// Returns a quote for a mint or burn.
    GetStablecoinQuote = Get "/stablecoins/{stablecoinId}/quotes/{stablecoinQuoteId}", Any
        => 200 one StablecoinQuote;

    /// Executes a quote: starts the mint or burn.
    ///
    /// Fails with 409 if the quote has expired, has failed or was already executed.
    ExecuteStablecoinQuote = Post "/stablecoins/{stablecoinId}/quotes/{stablecoinQuoteId}/execute", Transact,
        key Required => 201 one StablecoinOperation;
}

fn link_example() -> Value {
    json!({ "provider": "BRALE", "apiClientId": "acme-777", "apiClientSecret": "provider-secret" })
}

fn registration_example() -> Value {
    json!({
        "providerTokenIdentifier": "ACME",
        "networkTokenIdentifier": "btkn1qw508d6qejxtdg4y5r3zarvary0c5xw7k",
        "network": "SPARK",
    })
}

fn mint_example() -> Value {
    json!({
        "amount": "1000000",
        "fundingSource": { "type": "WIRE" },
        "destination": { "accountId": SPARK_WALLET },
        "description": "first",
    })
}

fn burn_example() -> Value {
    json!({
        "amount": "1000000",
        "source": { "type": "EXTERNAL_ACCOUNT" },
        "destination": { "type": "EXTERNAL_ACCOUNT", "externalAccountId": EXTERNAL_ACCOUNT, "rail": "ACH_CREDIT" },
    })
}

fn quote_example() -> Value {
    let mut quote = json!({ "operationType": "MINT" });
    if let (Some(quote), Value::Object(mint)) = (quote.as_object_mut(), mint_example()) {
        quote.extend(mint);
    }
    quote
}
