//! Which handler carries out which operation: one exhaustive match per area. A missing handler, or one of
//! another operation, does not compile.

use causeway_sandbox::fund_internal_account;
use causeway_service::runtime::http::{Route, read, write};
use causeway_service::{
    customers, external_accounts, internal_accounts, platform, quotes, rates, tokens, transactions, webhooks,
};
use causeway_wire::table::{self, Operation};

/// The route of an operation.
pub(super) fn route(operation: Operation) -> Route {
    match operation {
        Operation::Platform(operation) => of_platform(operation),
        Operation::Tokens(operation) => of_tokens(operation),
        Operation::Customers(operation) => of_customers(operation),
        Operation::InternalAccounts(operation) => of_internal_accounts(operation),
        Operation::ExternalAccounts(operation) => of_external_accounts(operation),
        Operation::Rates(operation) => of_rates(operation),
        Operation::Quotes(operation) => of_quotes(operation),
        Operation::Transactions(operation) => of_transactions(operation),
        Operation::Sandbox(operation) => of_sandbox(operation),
    }
}

/// The match over one area. Each arm names its operation once: for the pattern, and as the type that the
/// handler, and the rules for the fields of its body where there are any, must be made for.
macro_rules! area {
    ($route:ident, $area:ident: $($kind:ident $operation:ident = $handler:path $(, rules $rules:path)?;)+) => {
        fn $route(operation: table::$area) -> Route {
            match operation {
                $(table::$area::$operation => {
                    area!(@ $kind $operation $handler)$(.with_rules::<table::$operation>($rules))?
                })+
            }
        }
    };
    (@ reads $operation:ident $handler:path) => { read::<table::$operation>($handler) };
    (@ writes $operation:ident $handler:path) => { write::<table::$operation, _>($handler) };
}

area! { of_platform, Platform:
    reads GetPlatformConfig = platform::get_platform_config::handler;
    writes UpdatePlatformConfig = platform::update_platform_config::handler,
        rules platform::update_platform_config::rules;
}

area! { of_tokens, Tokens:
    writes CreateToken = tokens::create_token::handler;
    reads ListTokens = tokens::list_tokens::handler;
    reads GetTokenById = tokens::get_token_by_id::handler;
    writes DeleteTokenById = tokens::delete_token_by_id::handler;
}

area! { of_customers, Customers:
    writes CreateCustomer = customers::create_customer::handler, rules customers::create_customer::rules;
    reads ListCustomers = customers::list_customers::handler;
    reads GetCustomerById = customers::get_customer_by_id::handler;
    writes UpdateCustomerById = customers::update_customer_by_id::handler,
        rules customers::update_customer_by_id::rules;
    writes DeleteCustomerById = customers::delete_customer_by_id::handler;
    reads GetEndUserTerms = customers::get_end_user_terms::handler;
}

area! { of_internal_accounts, InternalAccounts:
    reads ListCustomerInternalAccounts = internal_accounts::list_customer_internal_accounts::handler;
    reads ListPlatformInternalAccounts = internal_accounts::list_platform_internal_accounts::handler;
}

area! { of_external_accounts, ExternalAccounts:
    writes CreateCustomerExternalAccount = external_accounts::create_customer_external_account::handler,
        rules external_accounts::create_customer_external_account::rules;
    reads ListCustomerExternalAccounts = external_accounts::list_customer_external_accounts::handler;
    reads GetCustomerExternalAccountById = external_accounts::get_customer_external_account_by_id::handler;
    writes DeleteCustomerExternalAccountById = external_accounts::delete_customer_external_account_by_id::handler;
    writes CreatePlatformExternalAccount = external_accounts::create_platform_external_account::handler,
        rules external_accounts::create_platform_external_account::rules;
    reads ListPlatformExternalAccounts = external_accounts::list_platform_external_accounts::handler;
    reads GetPlatformExternalAccountById = external_accounts::get_platform_external_account_by_id::handler;
    writes DeletePlatformExternalAccountById = external_accounts::delete_platform_external_account_by_id::handler;
}

area! { of_rates, Rates:
    writes GetExchangeRates = rates::get_exchange_rates::handler;
}

area! { of_quotes, Quotes:
    writes CreateQuote = quotes::create_quote::handler, rules quotes::create_quote::rules;
    reads GetQuoteById = quotes::get_quote_by_id::handler;
    writes ExecuteQuote = quotes::execute_quote::handler, rules quotes::execute_quote::rules;
}

area! { of_transactions, Transactions:
    reads ListTransactions = transactions::list_transactions::handler;
    reads GetTransactionById = transactions::get_transaction_by_id::handler;
}

area! { of_sandbox, Sandbox:
    writes SandboxFundInternalAccount = fund_internal_account;
    writes SendTestWebhook = webhooks::send_test_webhook::handler;
}
