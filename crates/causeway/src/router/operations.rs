//! Which handler carries out which operation: one exhaustive match per area. A missing handler, or one of
//! another operation, does not compile.

use causeway_sandbox::fund_internal_account;
use causeway_service::runtime::http::{Route, handle, read, write};
use causeway_service::{
    customers, external_accounts, internal_accounts, payments, platform, quotes, rates, tokens, transactions,
    webhooks,
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

/// The match over one area. Each arm names its operation once: for the pattern, and as the type whose shapes what
/// carries it out must take and give.
///
/// ```text
/// reads Operation(query, paging) = path::apply;   // a reading operation, in one snapshot
/// writes Operation(id, body) = path::apply;       // a writing operation that gathers nothing
/// handles Operation = path::handler;              // one with an adapter, which gathers before it writes
/// ```
///
/// In parentheses stands what `apply` is given of the request behind transaction and context: `id`, the one in the
/// path; `query`; `paging`; `body`; and `faults` where it looks for further faults of the fields itself.
macro_rules! area {
    ($route:ident, $area:ident: $($kind:ident $operation:ident $(($($argument:ident),*))? = $path:path;)+) => {
        fn $route(operation: table::$area) -> Route {
            match operation {
                $(table::$area::$operation => area!(@ $kind $operation $(($($argument)*))? $path),)+
            }
        }
    };
    (@ reads $operation:ident ($($argument:ident)*) $apply:path) => {
        read::<table::$operation>(|tx, context, _asked| $apply(tx, context $(, area!(@ $argument _asked))*))
    };
    (@ writes $operation:ident ($($argument:ident)*) $apply:path) => {
        write::<table::$operation>(|tx, context, _asked| $apply(tx, context $(, area!(@ $argument _asked))*))
            .taking_faults(false $(|| area!(@ is_faults $argument))*)
    };
    (@ handles $operation:ident $(($($argument:ident)*))? $handler:path) => {
        handle::<table::$operation, _, _>($handler).taking_faults(false $($(|| area!(@ is_faults $argument))*)?)
    };
    (@ id $asked:ident) => { $asked.id()? };
    (@ query $asked:ident) => { &$asked.query };
    (@ paging $asked:ident) => { &$asked.paging };
    (@ body $asked:ident) => { $asked.body };
    (@ faults $asked:ident) => { $asked.faults };
    (@ is_faults faults) => { true };
    (@ is_faults $argument:ident) => { false };
}

area! { of_platform, Platform:
    reads GetPlatformConfig() = platform::get_platform_config::apply;
    handles UpdatePlatformConfig(faults) = platform::update_platform_config::handler;
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
    writes UpdateCustomerById(id, body, faults) = customers::update_customer_by_id::apply;
    writes DeleteCustomerById(id) = customers::delete_customer_by_id::apply;
    reads GetEndUserTerms() = customers::get_end_user_terms::apply;
}

area! { of_internal_accounts, InternalAccounts:
    reads ListCustomerInternalAccounts(query, paging) = internal_accounts::list_customer_internal_accounts::apply;
    reads ListPlatformInternalAccounts(query) = internal_accounts::list_platform_internal_accounts::apply;
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
}

area! { of_rates, Rates:
    handles GetExchangeRates = rates::get_exchange_rates::handler;
}

area! { of_quotes, Quotes:
    handles CreateQuote = quotes::create_quote::handler;
    reads GetQuoteById(id) = quotes::get_quote_by_id::apply;
    handles ExecuteQuote = quotes::execute_quote::handler;
}

area! { of_transactions, Transactions:
    reads ListTransactions(query, paging) = transactions::list_transactions::apply;
    reads GetTransactionById(id) = transactions::get_transaction_by_id::apply;
    writes ConfirmReceiptDelivery(id, body) = payments::confirm_receipt_delivery::apply;
}

area! { of_sandbox, Sandbox:
    handles SandboxFundInternalAccount = fund_internal_account;
    handles SendTestWebhook = webhooks::send_test_webhook::handler;
}
