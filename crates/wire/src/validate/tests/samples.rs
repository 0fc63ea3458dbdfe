//! Valid bodies for all operations that take one, with as many members as possible.

use serde_json::{Value, json};

use super::parts::*;

use crate::table::{
    AgentManagement, AgentOperations, Cards, Contact, Customers, Documents, ExternalAccounts,
    InternalAccounts, Invitations, Operation, Platforms, Quotes, Sandbox, Sca, Stablecoins, Tokens,
    Transactions, Transfers, Verifications, Wallets,
};

/// A point on the curve P-256.
const UNCOMPRESSED: &str = "046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c2964fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5";

pub(super) fn bodies() -> Vec<(Operation, Value)> {
    let customers = Operation::Customers;
    vec![
        (Operation::Platforms(Platforms::UpdatePlatformConfig), platform_config()),
        (
            Operation::Tokens(Tokens::CreateToken),
            json!({ "name": "reader", "permissions": ["VIEW", "TRANSACT"] }),
        ),
        (customers(Customers::CreateCustomer), individual(&["platformCustomerId", "region"])),
        (customers(Customers::CreateCustomer), business(&["platformCustomerId", "region"])),
        (customers(Customers::UpdateCustomerById), individual(&[])),
        (customers(Customers::UpdateCustomerById), business(&[])),
        (customers(Customers::UploadCustomersCsv), json!({ "file": "" })),
        (Operation::Contact(Contact::ConfirmCustomerEmailVerification), json!({ "code": "123456" })),
        (Operation::Contact(Contact::ConfirmCustomerPhoneVerification), json!({ "code": "123456" })),
        (
            Operation::Verifications(Verifications::CreateCustomerKycLink),
            json!({ "redirectUri": "https://app.example.com/done" }),
        ),
        (Operation::Verifications(Verifications::CreateBeneficialOwner), owner(true)),
        (Operation::Verifications(Verifications::UpdateBeneficialOwner), owner(false)),
        (
            Operation::Verifications(Verifications::CreateVerification),
            json!({ "customerId": id("Customer") }),
        ),
        (Operation::Documents(Documents::UploadDocument), document(&id("Customer"))),
        (Operation::Documents(Documents::ReplaceDocument), document("")),
        (
            Operation::Invitations(Invitations::CreateInvitation),
            json!({ "inviterUma": "$ada@example.com", "firstName": "Ada", "amountToSend": 1,
                "expiresAt": "2030-01-01T00:00:00Z" }),
        ),
        (
            Operation::InternalAccounts(InternalAccounts::UpdateInternalAccount),
            json!({ "privateEnabled": true }),
        ),
        (
            Operation::InternalAccounts(InternalAccounts::ExportInternalAccount),
            json!({ "clientPublicKey": UNCOMPRESSED }),
        ),
        (
            Operation::Wallets(Wallets::CreateAuthCredential),
            json!({ "type": "EMAIL_OTP", "accountId": id("InternalAccount") }),
        ),
        (
            Operation::Wallets(Wallets::CreateAuthCredential),
            json!({ "type": "OAUTH", "accountId": id("InternalAccount"), "oidcToken": "a.b.c" }),
        ),
        (
            Operation::Wallets(Wallets::CreateAuthCredential),
            json!({ "type": "PASSKEY", "accountId": id("InternalAccount"), "nickname": "Phone", "challenge": "AA",
                "attestation": { "credentialId": "AA", "clientDataJson": "AA", "attestationObject": "AA",
                    "transports": ["usb", "internal"] } }),
        ),
        (Operation::Wallets(Wallets::ChallengeAuthCredential), json!({ "clientPublicKey": UNCOMPRESSED })),
        (
            Operation::Wallets(Wallets::VerifyAuthCredential),
            json!({ "type": "SMS_OTP", "encryptedOtpBundle": "{}" }),
        ),
        (
            Operation::Wallets(Wallets::VerifyAuthCredential),
            json!({ "type": "OAUTH", "oidcToken": "a.b.c", "clientPublicKey": UNCOMPRESSED }),
        ),
        (
            Operation::Wallets(Wallets::VerifyAuthCredential),
            json!({ "type": "PASSKEY", "assertion": { "credentialId": "AA", "clientDataJson": "AA",
                "authenticatorData": "AA", "signature": "AA", "userHandle": "AA" } }),
        ),
        (Operation::Wallets(Wallets::RefreshAuthSession), json!({ "clientPublicKey": UNCOMPRESSED })),
        (Operation::Invitations(Invitations::ClaimInvitation), json!({ "inviteeUma": "$ada@example.com" })),
        (Operation::ExternalAccounts(ExternalAccounts::CreateCustomerExternalAccount), usd_account()),
        (Operation::ExternalAccounts(ExternalAccounts::CreatePlatformExternalAccount), colombian_account()),
        (Operation::ExternalAccounts(ExternalAccounts::CreateCustomerExternalAccount), eur_account()),
        (
            Operation::ExternalAccounts(ExternalAccounts::CreateExternalAccountOwnershipChallenge),
            json!({ "method": "LIVENESS" }),
        ),
        (
            Operation::ExternalAccounts(ExternalAccounts::VerifyExternalAccountOwnership),
            json!({ "signature": "0x1f", "signatureScheme": "electrum" }),
        ),
        (
            Operation::ExternalAccounts(ExternalAccounts::CreatePlatformExternalAccountOwnershipChallenge),
            json!({ "method": "WALLET_SIGNATURE" }),
        ),
        (
            Operation::ExternalAccounts(ExternalAccounts::VerifyPlatformExternalAccountOwnership),
            json!({ "signature": "0x1f", "signatureScheme": "bip137" }),
        ),
        (Operation::AgentManagement(AgentManagement::CreateAgent), agent()),
        (
            Operation::AgentManagement(AgentManagement::UpdateAgent),
            json!({ "name": "Invoices", "isPaused": true }),
        ),
        (Operation::AgentManagement(AgentManagement::UpdateAgentPolicy), agent()["policy"].clone()),
        (Operation::AgentManagement(AgentManagement::RejectAgentAction), json!({ "reason": "No" })),
        (Operation::AgentOperations(AgentOperations::AgentCreateQuote), quote_from_account()),
        (Operation::AgentOperations(AgentOperations::AgentExecuteQuote), json!({ "scaFactor": "PASSKEY" })),
        (Operation::AgentOperations(AgentOperations::AgentCreateExternalAccount), eur_account()),
        (
            Operation::AgentOperations(AgentOperations::AgentCreateTransferIn),
            json!({
                "source": { "accountId": id("ExternalAccount") },
                "destination": { "accountId": id("InternalAccount") },
                "amount": 1,
            }),
        ),
        (
            Operation::AgentOperations(AgentOperations::AgentCreateTransferOut),
            json!({
                "source": { "accountId": id("InternalAccount") },
                "destination": { "accountId": id("ExternalAccount"), "paymentRail": "ACH" },
                "amount": 1,
            }),
        ),
        (Operation::Quotes(Quotes::EstimateCryptoWithdrawalFee), withdrawal()),
        (Operation::Quotes(Quotes::CreateQuote), quote_from_account()),
        (Operation::Quotes(Quotes::CreateQuote), quote_from_funding()),
        (Operation::Quotes(Quotes::ExecuteQuote), json!({ "scaFactor": "PASSKEY" })),
        (
            Operation::Transfers(Transfers::CreateTransferIn),
            json!({
                "source": { "accountId": id("ExternalAccount") },
                "destination": { "accountId": id("InternalAccount") },
                "amount": 1,
            }),
        ),
        (
            Operation::Transfers(Transfers::CreateTransferOut),
            json!({
                "source": { "accountId": id("InternalAccount") },
                "destination": { "accountId": id("ExternalAccount"), "paymentRail": "ACH" },
                "amount": 1,
                "remittanceInformation": "May",
                "purposeOfPayment": "GIFT",
            }),
        ),
        (Operation::Transactions(Transactions::CancelTransaction), json!({ "reason": "Sent twice" })),
        (
            Operation::Transactions(Transactions::ConfirmReceiptDelivery),
            json!({ "receiptDeliveryConfirmedAt": "2026-01-02T03:04:05Z" }),
        ),
        (
            Operation::Transactions(Transactions::ApprovePendingPayment),
            json!({ "receiverCustomerInfo": { "NATIONALITY": "US" } }),
        ),
        (Operation::Transactions(Transactions::RejectPendingPayment), json!({ "reason": "Unknown sender" })),
        (
            Operation::Sandbox(Sandbox::SandboxReceive),
            json!({
                "senderUmaAddress": "$success.usd@sandbox.uma.test",
                "receiverUmaAddress": "$jane@pay.example.com",
                "customerId": id("Customer"),
                "receivingCurrencyCode": "USD",
                "receivingCurrencyAmount": 5_000,
            }),
        ),
        (Operation::Sandbox(Sandbox::SandboxFundInternalAccount), json!({ "amount": 100_000 })),
        (Operation::Sandbox(Sandbox::SimulateStablecoinFunding), json!({ "event": "FUNDING_REJECTED" })),
        (Operation::Sandbox(Sandbox::SandboxSimulateCardAuthorization), card_authorization()),
        (Operation::Sandbox(Sandbox::SandboxSimulateCardFinancialAuthorization), card_authorization()),
        (Operation::Sandbox(Sandbox::SandboxSimulateCardCreditAuthorization), card_authorization()),
        (Operation::Sandbox(Sandbox::SandboxSimulateCardFinancialCreditAuthorization), card_authorization()),
        (Operation::Sandbox(Sandbox::SandboxSimulateCardCreditAuthorizationAdvice), card_authorization()),
        (
            Operation::Sandbox(Sandbox::SandboxSimulateCardBalanceInquiry),
            json!({ "merchant": { "descriptor": "CORNER CAFE", "mcc": "5814", "country": "US" } }),
        ),
        (
            Operation::Sandbox(Sandbox::SandboxSimulateCardAuthorizationAdvice),
            json!({ "cardTransactionId": id("CardTransaction"), "amount": 1_250 }),
        ),
        (
            Operation::Sandbox(Sandbox::SandboxSimulateCardClearing),
            json!({ "cardTransactionId": id("CardTransaction"), "amount": 1_250 }),
        ),
        (
            Operation::Sandbox(Sandbox::SandboxSimulateCardReturn),
            json!({ "cardTransactionId": id("CardTransaction"), "amount": 1_250 }),
        ),
        (
            Operation::Sandbox(Sandbox::SandboxSimulateCardReturnReversal),
            json!({ "cardTransactionId": id("CardTransaction") }),
        ),
        (
            Operation::Stablecoins(Stablecoins::LinkStablecoinProviderAccount),
            json!({ "provider": "BRALE", "apiClientId": "acme-777", "apiClientSecret": "s",
                "providerAccountId": "acme-1" }),
        ),
        (
            Operation::Stablecoins(Stablecoins::RegisterStablecoin),
            json!({ "providerTokenIdentifier": "ACME", "networkTokenIdentifier": "btkn1qw508d6qejxtdg4y5r3zarvary0c5xw7k",
                "network": "SPARK", "stablecoinProviderAccountId": id("StablecoinProviderAccount") }),
        ),
        (Operation::Stablecoins(Stablecoins::CreateStablecoinMint), mint()),
        (Operation::Stablecoins(Stablecoins::CreateStablecoinBurn), burn()),
        (Operation::Stablecoins(Stablecoins::CreateStablecoinQuote), tagged("MINT", mint())),
        (Operation::Stablecoins(Stablecoins::CreateStablecoinQuote), tagged("BURN", burn())),
        (
            Operation::Wallets(Wallets::CreateDelegatedKey),
            json!({ "cardId": id("Card"), "internalAccountId": id("InternalAccount"), "nickname": "k" }),
        ),
        (
            Operation::Cards(Cards::CreateCard),
            json!({ "cardholderId": id("Customer"), "platformCardId": "c", "form": "VIRTUAL",
                "threeDSecurePassword": "12345678", "fundingSources": [id("InternalAccount")],
                "maxSpendPerTransaction": 1 }),
        ),
        (
            Operation::Cards(Cards::UpdateCardById),
            json!({ "state": "FROZEN", "fundingSources": [id("InternalAccount")], "maxSpendPerTransaction": null }),
        ),
        (
            Operation::Sandbox(Sandbox::SandboxSend),
            json!({ "quoteId": id("Quote"), "currencyCode": "USD", "currencyAmount": 1_000 }),
        ),
        (Operation::Sca(Sca::StartScaFactorEnrollment), json!({ "type": "TOTP" })),
        (Operation::Sca(Sca::StartScaFactorEnrollment), json!({ "type": "PASSKEY" })),
        (
            Operation::Sca(Sca::ConfirmScaFactorEnrollment),
            json!({ "type": "TOTP", "secret": "00", "code": "123456" }),
        ),
        (
            Operation::Sca(Sca::ConfirmScaFactorEnrollment),
            json!({ "type": "PASSKEY", "origin": "https://example.com", "credential": { "id": "AA" } }),
        ),
        (Operation::Sca(Sca::StartScaLogin), json!({ "factor": "PASSKEY" })),
        (
            Operation::Sca(Sca::CompleteScaLogin),
            json!({ "factor": "SMS_OTP", "endUserIpAddress": "203.0.113.7", "challengeId": id("ScaChallenge"),
                "code": "123456", "passkeyAssertion": { "id": "AA" }, "origin": "https://example.com" }),
        ),
        (Operation::Sca(Sca::RecordSecurityEvent), json!({ "eventType": "FAILED_LOGIN_ATTEMPT" })),
        (Operation::Sca(Sca::StartTwoFactorReset), json!({ "factor": "TOTP" })),
        (
            Operation::Sca(Sca::CompleteTwoFactorReset),
            json!({ "mobile": { "countryCode": "+49", "number": "30123456" } }),
        ),
        (Operation::Sca(Sca::ConfirmBeneficiaryTrust), trust()),
        (Operation::Sca(Sca::ConfirmBeneficiaryUntrust), trust()),
        (
            Operation::Sca(Sca::AuthorizeQuote),
            json!({ "code": "123456", "passkeyAssertion": { "id": "AA" }, "origin": "https://example.com",
                "endUserIpAddress": "203.0.113.7" }),
        ),
    ]
}

fn trust() -> Value {
    json!({ "challengeId": id("ScaChallenge"), "code": "123456", "passkeyAssertion": { "id": "AA" },
        "origin": "https://example.com" })
}

fn card_authorization() -> Value {
    json!({
        "amount": 1_250,
        "currency": { "code": "USD" },
        "merchant": { "descriptor": "CORNER CAFE", "mcc": "5814", "country": "US" },
    })
}
