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
    /// The credentials are verified with the provider. Linking an account again whose link is `INVALID` or
    /// `REVOKED` reactivates the same link.
    LinkStablecoinProviderAccount = Post "/stablecoin-provider-accounts", Manage, key Required,
        body StablecoinProviderAccountLinkRequest = link() => 201 one StablecoinProviderAccount;

    /// Lists linked provider accounts, newest first.
    ListStablecoinProviderAccounts = Get "/stablecoin-provider-accounts", Any,
        query StablecoinProviderAccountFilter = json!({ "provider": "BRALE", "status": "ACTIVE" })
        => 200 page StablecoinProviderAccount;

    /// Returns a linked provider account.
    GetStablecoinProviderAccount = Get "/stablecoin-provider-accounts/{stablecoinProviderAccountId}", Any
        => 200 one StablecoinProviderAccount;

    /// Registers a token that exists at the provider.
    RegisterStablecoin = Post "/stablecoins", Manage, key Required,
        body StablecoinRegisterRequest = registration() => 201 one Stablecoin | 404;

    /// Lists registered stablecoins, newest first.
    ListStablecoins = Get "/stablecoins", Any, query StablecoinFilter
        = json!({ "issuanceStatus": "PROVISIONED", "svcOperationsStatus": "NOT_ENABLED", "provider": "BRALE" })
        => 200 page Stablecoin;

    /// Returns a registered stablecoin.
    GetStablecoin = Get "/stablecoins/{stablecoinId}", Any => 200 one Stablecoin;

    /// Mints tokens into a wallet.
    ///
    /// Send a wire as the `fundingInstructions` in the response say. An ACH debit needs no further action.
    CreateStablecoinMint = Post "/stablecoins/{stablecoinId}/mints", Transact, key Required,
        body StablecoinMintRequest = mint() => 201 one StablecoinOperation | 404;

    /// Burns tokens and pays the money to a bank account.
    ///
    /// Send the tokens as the `fundingInstructions` in the response say, unless the provider already holds
    /// them.
    CreateStablecoinBurn = Post "/stablecoins/{stablecoinId}/burns", Transact, key Required,
        body StablecoinBurnRequest = burn() => 201 one StablecoinOperation | 404;

    /// Lists the mints and burns of a stablecoin, newest first.
    ListStablecoinOperations = Get "/stablecoins/{stablecoinId}/operations", Any,
        query StablecoinOperationFilter = json!({ "operationType": "MINT" }) => 200 page StablecoinOperation;

    /// Returns a mint or burn.
    GetStablecoinOperation = Get "/stablecoin-operations/{stablecoinOperationId}", Any
        => 200 one StablecoinOperation;

    /// Creates a quote for a mint or burn: checks it without starting it.
    ///
    /// Nothing is reserved, and nothing is sent to the provider.
    CreateStablecoinQuote = Post "/stablecoins/{stablecoinId}/quotes", Transact, key Required,
        body StablecoinQuoteRequest = quote() => 201 one StablecoinQuote | 404;

    /// Returns a quote for a mint or burn.
    GetStablecoinQuote = Get "/stablecoins/{stablecoinId}/quotes/{stablecoinQuoteId}", Any
        => 200 one StablecoinQuote;

    /// Executes a quote: starts the mint or burn.
    ExecuteStablecoinQuote = Post "/stablecoins/{stablecoinId}/quotes/{stablecoinQuoteId}/execute", Transact,
        key Required => 201 one StablecoinOperation;
}

fn link() -> Value {
    json!({ "provider": "BRALE", "apiClientId": "acme-777", "apiClientSecret": "provider-secret" })
}

fn registration() -> Value {
    json!({
        "providerTokenIdentifier": "ACME",
        "networkTokenIdentifier": "btkn1qw508d6qejxtdg4y5r3zarvary0c5xw7k",
        "network": "SPARK",
    })
}

fn mint() -> Value {
    json!({
        "amount": "1000000",
        "fundingSource": { "type": "WIRE" },
        "destination": { "accountId": SPARK_WALLET },
        "description": "first",
    })
}

fn burn() -> Value {
    json!({
        "amount": "1000000",
        "source": { "type": "EXTERNAL_ACCOUNT" },
        "destination": { "type": "EXTERNAL_ACCOUNT", "externalAccountId": EXTERNAL_ACCOUNT, "rail": "ACH_CREDIT" },
    })
}

fn quote() -> Value {
    let mut quote = json!({ "operationType": "MINT" });
    if let (Some(quote), Value::Object(mint)) = (quote.as_object_mut(), mint()) {
        quote.extend(mint);
    }
    quote
}
