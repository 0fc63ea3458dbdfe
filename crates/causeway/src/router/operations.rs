//! The handler of each operation: one exhaustive match per area. A missing handler, or one of another
//! operation, does not compile.

use causeway_sandbox::{
    fund_internal_account, send, simulate_card, simulate_stablecoin_funding, uma_receive,
};
use causeway_service::runtime::http::{Route, handle, open, read, write};
use causeway_service::runtime::wallets::serve as serve_signed;
use causeway_service::{
    agents, approvals, cards, contact, customer_imports, customers, delegated_keys, discoveries, documents,
    external_accounts, internal_accounts, invitations, lookups, payments, platforms, quotes, rates, sca,
    stablecoins, tokens, transactions, transfers, uma_providers, vasps, verifications, wallets, webhooks,
};
use causeway_wire::table::{self, Operation};

/// Returns the route of an operation.
pub(super) fn route(operation: Operation) -> Route {
    match operation {
        Operation::Platforms(operation) => of_platforms(operation),
        Operation::Tokens(operation) => of_tokens(operation),
        Operation::Customers(operation) => of_customers(operation),
        Operation::Contact(operation) => of_contact(operation),
        Operation::Documents(operation) => of_documents(operation),
        Operation::Verifications(operation) => of_verifications(operation),
        Operation::InternalAccounts(operation) => of_internal_accounts(operation),
        Operation::ExternalAccounts(operation) => of_external_accounts(operation),
        Operation::Rates(operation) => of_rates(operation),
        Operation::Quotes(operation) => of_quotes(operation),
        Operation::Transfers(operation) => of_transfers(operation),
        Operation::Transactions(operation) => of_transactions(operation),
        Operation::Discoveries(operation) => of_discoveries(operation),
        Operation::Vasps(operation) => of_vasps(operation),
        Operation::UmaProviders(operation) => of_uma_providers(operation),
        Operation::Invitations(operation) => of_invitations(operation),
        Operation::Stablecoins(operation) => of_stablecoins(operation),
        Operation::Wallets(operation) => of_wallets(operation),
        Operation::AgentManagement(operation) => of_agent_management(operation),
        Operation::AgentOperations(operation) => of_agent_operations(operation),
        Operation::Cards(operation) => of_cards(operation),
        Operation::Sca(operation) => of_sca(operation),
        Operation::Sandbox(operation) => of_sandbox(operation),
    }
}

/// The match over one area. Each arm names its operation once: for the pattern, and as the type whose shapes
/// the handler must accept and return.
///
/// ```text
/// reads Operation(query, paging) = path::apply;   // a reading operation, in one snapshot
/// writes Operation(id, body) = path::apply;       // a writing operation without a preflight
/// handles Operation = path::handler;              // one with an adapter and a preflight before it writes
/// opens Operation = path::handler;                // one without authentication
/// ```
///
/// The parentheses list the parts of the request that `apply` gets after transaction and context: `id`, the
/// id in the path; `second_id`, the second one; `text`, a path value that is not an id; `query`; `paging`;
/// `body`; and `faults`, if `apply` collects further field errors itself.
macro_rules! area {
    ($route:ident, $area:ident: $($kind:ident $operation:ident $(($($argument:ident),*))? = $path:path;)+) => {
        fn $route(operation: table::$area) -> Route {
            match operation {
                $(table::$area::$operation => area!(@ $kind $operation $(($($argument)*))? $path),)+
            }
        }
    };
    (@ reads $operation:ident ($($argument:ident)*) $apply:path) => {
        read::<table::$operation>(|tx, context, _request| $apply(tx, context $(, area!(@ $argument _request))*))
    };
    (@ writes $operation:ident ($($argument:ident)*) $apply:path) => {
        write::<table::$operation>(|tx, context, _request| $apply(tx, context $(, area!(@ $argument _request))*))
            .taking_faults(false $(|| area!(@ is_faults $argument))*)
    };
    (@ handles $operation:ident $(($($argument:ident)*))? $handler:path) => {
        handle::<table::$operation, _, _>($handler).taking_faults(false $($(|| area!(@ is_faults $argument))*)?)
    };
    (@ opens $operation:ident $handler:path) => { open::<table::$operation, _, _>($handler) };
    (@ id $request:ident) => { $request.id()? };
    (@ second_id $request:ident) => { $request.second_id()? };
    (@ text $request:ident) => { $request.text() };
    (@ query $request:ident) => { &$request.query };
    (@ paging $request:ident) => { &$request.paging };
    (@ body $request:ident) => { $request.body };
    (@ faults $request:ident) => { $request.errors };
    (@ is_faults faults) => { true };
    (@ is_faults $argument:ident) => { false };
}

area! { of_platforms, Platforms:
    reads GetPlatformConfig() = platforms::get_platform_config::apply;
    handles UpdatePlatformConfig(faults) = platforms::update_platform_config::handler;
}

area! { of_tokens, Tokens:
    writes CreateToken(body) = tokens::create_token::apply;
    reads ListTokens(query, paging) = tokens::list_tokens::apply;
    reads GetTokenById(id) = tokens::get_token_by_id::apply;
    writes DeleteTokenById(id) = tokens::delete_token_by_id::apply;
}

area! { of_customers, Customers:
    writes CreateCustomer(body, faults) = customers::create_customer::apply;
    reads ListCustomers(query, paging) = customers::list_customers::apply;
    reads GetCustomerById(id) = customers::get_customer_by_id::apply;
    handles UpdateCustomerById(faults) = customers::update_customer_by_id::handler;
    writes DeleteCustomerById(id) = customers::delete_customer_by_id::apply;
    reads GetEndUserTerms() = customers::get_end_user_terms::apply;
    handles UploadCustomersCsv = customer_imports::upload_customers_csv::handler;
    reads GetBulkCustomerImportJob(id) = customer_imports::get_bulk_customer_import_job::apply;
}

area! { of_contact, Contact:
    handles SendCustomerEmailVerification = contact::send_customer_email_verification::handler;
    handles ConfirmCustomerEmailVerification = contact::confirm_customer_email_verification::handler;
    handles SendCustomerPhoneVerification = contact::send_customer_phone_verification::handler;
    handles ConfirmCustomerPhoneVerification = contact::confirm_customer_phone_verification::handler;
}

area! { of_documents, Documents:
    handles UploadDocument(faults) = documents::upload_document::handler;
    reads ListDocuments(query, paging) = documents::list_documents::apply;
    reads GetDocument(id) = documents::get_document::apply;
    handles ReplaceDocument(faults) = documents::replace_document::handler;
    writes DeleteDocument(id) = documents::delete_document::apply;
}

area! { of_verifications, Verifications:
    writes CreateBeneficialOwner(body, faults) = verifications::create_beneficial_owner::apply;
    reads ListBeneficialOwners(query, paging) = verifications::list_beneficial_owners::apply;
    reads GetBeneficialOwner(id) = verifications::get_beneficial_owner::apply;
    writes UpdateBeneficialOwner(id, body, faults) = verifications::update_beneficial_owner::apply;
    handles CreateCustomerKycLink = verifications::create_customer_kyc_link::handler;
    writes CreateVerification(body) = verifications::create_verification::apply;
    reads ListVerifications(query, paging) = verifications::list_verifications::apply;
    reads GetVerification(id) = verifications::get_verification::apply;
}

area! { of_internal_accounts, InternalAccounts:
    reads ListCustomerInternalAccounts(query, paging) = internal_accounts::list_customer_internal_accounts::apply;
    reads ListPlatformInternalAccounts(query) = internal_accounts::list_platform_internal_accounts::apply;
    handles UpdateInternalAccount = serve_signed;
    handles ExportInternalAccount = serve_signed;
}

area! { of_external_accounts, ExternalAccounts:
    handles CreateCustomerExternalAccount = external_accounts::create_customer_external_account::handler;
    reads ListCustomerExternalAccounts(query, paging) = external_accounts::list_customer_external_accounts::apply;
    reads GetCustomerExternalAccountById(id) = external_accounts::get_customer_external_account_by_id::apply;
    writes DeleteCustomerExternalAccountById(id) = external_accounts::delete_customer_external_account_by_id::apply;
    handles CreatePlatformExternalAccount = external_accounts::create_platform_external_account::handler;
    reads ListPlatformExternalAccounts(query, paging) = external_accounts::list_platform_external_accounts::apply;
    reads GetPlatformExternalAccountById(id) = external_accounts::get_platform_external_account_by_id::apply;
    writes DeletePlatformExternalAccountById(id) = external_accounts::delete_platform_external_account_by_id::apply;
    handles CreateExternalAccountOwnershipChallenge = external_accounts::create_external_account_ownership_challenge::handler;
    handles VerifyExternalAccountOwnership = external_accounts::verify_external_account_ownership::handler;
    handles CreatePlatformExternalAccountOwnershipChallenge = external_accounts::create_platform_external_account_ownership_challenge::handler;
    handles VerifyPlatformExternalAccountOwnership = external_accounts::verify_platform_external_account_ownership::handler;
}

area! { of_rates, Rates:
    handles GetExchangeRates = rates::get_exchange_rates::handler;
}

area! { of_quotes, Quotes:
    handles LookupUma = lookups::lookup_uma::handler;
    handles LookupExternalAccount = lookups::lookup_external_account::handler;
    handles EstimateCryptoWithdrawalFee = quotes::estimate_crypto_withdrawal_fee::handler;
    handles CreateQuote = quotes::create_quote::handler;
    reads GetQuoteById(id) = quotes::get_quote_by_id::apply;
    handles ExecuteQuote = quotes::execute_quote::handler;
}

area! { of_transfers, Transfers:
    handles CreateTransferIn = transfers::create_transfer_in::handler;
    handles CreateTransferOut = transfers::create_transfer_out::handler;
}

area! { of_transactions, Transactions:
    reads ListTransactions(query, paging) = transactions::list_transactions::apply;
    reads GetTransactionById(text) = transactions::get_transaction_by_id::apply;
    writes ConfirmReceiptDelivery(text, body) = payments::confirm_receipt_delivery::apply;
    handles ApprovePendingPayment = approvals::approve_pending_payment::handler;
    writes RejectPendingPayment(text, body) = approvals::reject_pending_payment::apply;
    handles CancelTransaction = payments::cancel_transaction::handler;
}

area! { of_discoveries, Discoveries:
    reads GetDiscoveries(query) = discoveries::get_discoveries::apply;
}

area! { of_vasps, Vasps:
    reads ListVasps(paging) = vasps::list_vasps::apply;
}

area! { of_uma_providers, UmaProviders:
    reads GetAvailableUmaProviders(query, paging) = uma_providers::get_available_uma_providers::apply;
}

area! { of_invitations, Invitations:
    writes CreateInvitation(body, faults) = invitations::create_invitation::apply;
    reads GetInvitation(text) = invitations::get_invitation::apply;
    writes ClaimInvitation(text, body) = invitations::claim_invitation::apply;
    writes CancelInvitation(text) = invitations::cancel_invitation::apply;
}

area! { of_stablecoins, Stablecoins:
    handles LinkStablecoinProviderAccount = stablecoins::link_stablecoin_provider_account::handler;
    reads ListStablecoinProviderAccounts(query, paging) = stablecoins::list_stablecoin_provider_accounts::apply;
    reads GetStablecoinProviderAccount(id) = stablecoins::get_stablecoin_provider_account::apply;
    handles RegisterStablecoin = stablecoins::register_stablecoin::handler;
    reads ListStablecoins(query, paging) = stablecoins::list_stablecoins::apply;
    reads GetStablecoin(id) = stablecoins::get_stablecoin::apply;
    handles CreateStablecoinMint = stablecoins::create_stablecoin_mint::handler;
    handles CreateStablecoinBurn = stablecoins::create_stablecoin_burn::handler;
    reads ListStablecoinOperations(id, query, paging) = stablecoins::list_stablecoin_operations::apply;
    reads GetStablecoinOperation(id) = stablecoins::get_stablecoin_operation::apply;
    writes CreateStablecoinQuote(id, body) = stablecoins::create_stablecoin_quote::apply;
    reads GetStablecoinQuote(id, second_id) = stablecoins::get_stablecoin_quote::apply;
    handles ExecuteStablecoinQuote = stablecoins::execute_stablecoin_quote::handler;
}

area! { of_wallets, Wallets:
    handles CreateAuthCredential = wallets::create_auth_credential::handler;
    reads ListAuthCredentials(query) = wallets::list_auth_credentials::apply;
    handles ChallengeAuthCredential = wallets::challenge_auth_credential::handler;
    handles VerifyAuthCredential = wallets::verify_auth_credential::handler;
    handles RevokeAuthCredential = serve_signed;
    reads ListAuthSessions(query) = wallets::list_auth_sessions::apply;
    handles RefreshAuthSession = serve_signed;
    handles RevokeAuthSession = serve_signed;
    handles CreateDelegatedKey = delegated_keys::create_delegated_key::handler;
    reads ListDelegatedKeys(query) = delegated_keys::list_delegated_keys::apply;
    reads GetDelegatedKeyById(id) = delegated_keys::get_delegated_key_by_id::apply;
    handles RevokeDelegatedKey = delegated_keys::revoke_delegated_key::handler;
}

area! { of_agent_management, AgentManagement:
    writes CreateAgent(body) = agents::create_agent::apply;
    reads ListAgents(query, paging) = agents::list_agents::apply;
    reads ListAgentApprovals(query, paging) = agents::list_agent_approvals::apply;
    reads GetAgentById(id) = agents::get_agent_by_id::apply;
    writes UpdateAgent(id, body) = agents::update_agent::apply;
    handles UpdateAgentPolicy = agents::update_agent_policy::handler;
    writes DeleteAgent(id) = agents::delete_agent::apply;
    writes RegenerateAgentDeviceCode(id) = agents::regenerate_agent_device_code::apply;
    reads GetAgentDeviceCodeStatus(text) = agents::get_agent_device_code_status::apply;
    opens RedeemAgentDeviceCode = agents::redeem_agent_device_code::handler;
    handles ApproveAgentAction = agents::approve_agent_action::handler;
    writes RejectAgentAction(id, second_id, body) = agents::reject_agent_action::apply;
}

area! { of_agent_operations, AgentOperations:
    reads GetAgentMe() = agents::get_agent_me::apply;
    reads AgentListTransactions(query, paging) = agents::agent_list_transactions::apply;
    reads AgentGetTransaction(text) = agents::agent_get_transaction::apply;
    handles AgentCreateQuote = agents::agent_create_quote::handler;
    reads AgentGetQuote(id) = agents::agent_get_quote::apply;
    handles AgentExecuteQuote = agents::agent_execute_quote::handler;
    reads AgentListActions(query, paging) = agents::agent_list_actions::apply;
    reads AgentGetAction(id) = agents::agent_get_action::apply;
    handles AgentCreateTransferIn = agents::agent_create_transfer_in::handler;
    handles AgentCreateTransferOut = agents::agent_create_transfer_out::handler;
    reads AgentListInternalAccounts(query, paging) = agents::agent_list_internal_accounts::apply;
    reads AgentListExternalAccounts(query, paging) = agents::agent_list_external_accounts::apply;
    handles AgentCreateExternalAccount = agents::agent_create_external_account::handler;
    reads AgentGetExternalAccount(id) = agents::agent_get_external_account::apply;
    writes AgentDeleteExternalAccount(id) = agents::agent_delete_external_account::apply;
}

area! { of_cards, Cards:
    writes CreateCard(body) = cards::create_card::apply;
    reads ListCards(query, paging) = cards::list_cards::apply;
    handles GetCardById = cards::get_card_by_id::handler;
    writes UpdateCardById(id, body) = cards::update_card_by_id::apply;
    handles RevealCard = cards::reveal_card::handler;
}

area! { of_sca, Sca:
    reads ListScaFactors(query) = sca::list_sca_factors::apply;
    writes StartScaFactorEnrollment(query, body) = sca::start_sca_factor_enrollment::apply;
    writes ConfirmScaFactorEnrollment(query, body) = sca::confirm_sca_factor_enrollment::apply;
    writes DeleteScaFactor(text, query) = sca::delete_sca_factor::apply;
    writes StartScaLogin(query, body) = sca::start_sca_login::apply;
    handles CompleteScaLogin = sca::complete_sca_login::handler;
    writes RecordSecurityEvent(query, body) = sca::record_security_event::apply;
    handles StartTwoFactorReset = sca::start_two_factor_reset::handler;
    handles GetTwoFactorResetStatus = sca::get_two_factor_reset_status::handler;
    writes CompleteTwoFactorReset(id, query, body) = sca::complete_two_factor_reset::apply;
    writes StartBeneficiaryTrust(id) = sca::start_beneficiary_trust::apply;
    handles ConfirmBeneficiaryTrust = sca::confirm_beneficiary_trust::handler;
    writes StartBeneficiaryUntrust(id) = sca::start_beneficiary_untrust::apply;
    handles ConfirmBeneficiaryUntrust = sca::confirm_beneficiary_untrust::handler;
    handles AuthorizeQuote = quotes::authorize_quote::handler;
    writes ResendQuoteScaCode(id) = quotes::resend_quote_sca_code::apply;
}

area! { of_sandbox, Sandbox:
    handles SandboxFundInternalAccount = fund_internal_account;
    handles SandboxSend = send;
    handles SandboxReceive = uma_receive;
    handles SimulateStablecoinFunding = simulate_stablecoin_funding;
    writes SandboxSimulateCardAuthorization(id, body) = simulate_card::authorization;
    writes SandboxSimulateCardFinancialAuthorization(id, body) = simulate_card::financial_authorization;
    writes SandboxSimulateCardCreditAuthorization(id, body) = simulate_card::credit_authorization;
    writes SandboxSimulateCardFinancialCreditAuthorization(id, body) = simulate_card::financial_credit_authorization;
    writes SandboxSimulateCardCreditAuthorizationAdvice(id, body) = simulate_card::credit_authorization_advice;
    writes SandboxSimulateCardBalanceInquiry(id, body) = simulate_card::balance_inquiry;
    writes SandboxSimulateCardAuthorizationAdvice(id, body) = simulate_card::authorization_advice;
    writes SandboxSimulateCardClearing(id, body) = simulate_card::clearing;
    writes SandboxSimulateCardReturn(id, body) = simulate_card::card_return;
    writes SandboxSimulateCardReturnReversal(id, body) = simulate_card::return_reversal;
    handles SendTestWebhook = webhooks::send_test_webhook::handler;
}
