//! Tests that responses, as the types serialize them, match the document.

use std::str::FromStr;

use serde::Serialize;
use serde_json::{Value, json};

use crate::accounts::AccountDetails;
use crate::customers::{BusinessCustomer, Customer, IndividualCustomer, KybStatus, KycStatus};
use crate::endpoint::{Empty, Endpoint, Reply};
use crate::external_accounts::{ExternalAccount, ExternalAccountDetails, ExternalAccountStatus};
use crate::internal_accounts::{InternalAccount, InternalAccountStatus, InternalAccountType};
use crate::money::{Currency, CurrencyAmount};
use crate::page::{List, Page};
use crate::payment_instructions::{InstructionDetails, PaymentInstructions};
use crate::rails::PaymentRail;
use crate::rates::{ExchangeRateEntry, ExchangeRateFees};
use crate::scalar::{Country, CurrencyCode, InvalidId, MinorUnits, Nullable};
use crate::table;
use crate::transactions::{
    AccountTransactionDestination, AccountTransactionSource, OutgoingTransaction, Transaction,
    TransactionDestination, TransactionDirection, TransactionSource, TransactionStatus,
};
use crate::validate::Contract;
use crate::wallets::SignedRequestChallenge;

const UUID: &str = "01890a5d-ac96-774b-bcce-b302099a8057";
const NOW: &str = "2025-10-03T12:00:00.000Z";

fn id<T: FromStr<Err = InvalidId>>(type_name: &str) -> T {
    format!("{type_name}:{UUID}").parse().unwrap()
}

/// Returns the errors of a value as the response of an operation with this status.
fn problems<E: Endpoint>(status: u16, value: &impl Serialize) -> Vec<String> {
    let contract = Contract::get().unwrap();
    let document = contract.document();
    let row = E::OPERATION.row();
    let operation = &document["paths"][row.path][row.method.as_str().to_ascii_lowercase()];
    let mut schema =
        operation["responses"][status.to_string()]["content"]["application/json"]["schema"].clone();
    assert!(schema.is_object(), "{} answers {status} without a body", row.name);
    schema["components"] = document["components"].clone();
    let value = serde_json::to_value(value).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    validator.iter_errors(&value).map(|error| format!("{}: {error}", error.instance_path())).collect()
}

fn is_promised<E: Endpoint>(reply: &Reply<E>) {
    let value: Value = serde_json::from_slice(&reply.to_bytes().unwrap()).unwrap();
    assert_eq!(problems::<E>(reply.status(), &value), [""; 0], "{value}");
}

fn currency() -> Currency {
    Currency { code: CurrencyCode::USD, name: "United States Dollar".into(), symbol: "$".into(), decimals: 2 }
}

fn amount(amount: i64) -> CurrencyAmount {
    CurrencyAmount { amount, currency: currency() }
}

fn individual() -> IndividualCustomer {
    IndividualCustomer {
        id: id("Customer"),
        platform_customer_id: "u1".into(),
        region: Country::US,
        currencies: vec![CurrencyCode::USD],
        email: None,
        phone_number: None,
        uma_address: "$jane@pay.example".into(),
        end_user_terms_consent: None,
        contact_verification: None,
        kyc_status: KycStatus::Approved,
        full_name: Some("Jane Doe".into()),
        birth_date: Some("1990-01-15".into()),
        nationality: None,
        address: None,
        id_type: None,
        country_of_issuance: None,
        source_of_funds_categories: None,
        source_of_funds_other_description: None,
        source_of_wealth_categories: None,
        source_of_wealth_other_description: None,
        purpose_of_account: None,
        purpose_of_account_other_description: None,
        expected_monthly_transaction_count: None,
        expected_monthly_transaction_volume: None,
        annual_income_range: None,
        net_worth_range: None,
        pep_status: None,
        created_at: NOW.into(),
        updated_at: NOW.into(),
        is_deleted: false,
    }
}

fn business() -> BusinessCustomer {
    BusinessCustomer {
        id: id("Customer"),
        platform_customer_id: "b1".into(),
        region: "DE".parse().unwrap(),
        currencies: vec![CurrencyCode::EUR],
        email: None,
        phone_number: None,
        uma_address: "$acme@pay.example".into(),
        end_user_terms_consent: None,
        contact_verification: None,
        kyb_status: KybStatus::Pending,
        address: None,
        business_info: None,
        beneficial_owners: Vec::new(),
        created_at: NOW.into(),
        updated_at: NOW.into(),
        is_deleted: false,
    }
}

fn outgoing() -> OutgoingTransaction {
    OutgoingTransaction {
        id: id("Transaction"),
        status: TransactionStatus::Pending,
        pending_reason: None,
        direction: TransactionDirection::Debit,
        source: TransactionSource::Account(AccountTransactionSource {
            account_id: id("InternalAccount"),
            currency: CurrencyCode::USD,
            on_chain_transaction: None,
        }),
        destination: TransactionDestination::Account(AccountTransactionDestination {
            account_id: id("ExternalAccount"),
            currency: CurrencyCode::EUR,
            on_chain_transaction: None,
        }),
        customer_id: id("Platform"),
        platform_customer_id: format!("Platform:{UUID}").into(),
        settled_at: None,
        created_at: NOW.into(),
        updated_at: NOW.into(),
        receipt_delivery_confirmed_at: None,
        agent_id: None,
        description: None,
        sent_amount: amount(100_000),
        received_amount: None,
        fees: Some(MinorUnits(500)),
        platform_fees: Some(MinorUnits(0)),
        exchange_rate: Some("1.08695652".parse().unwrap()),
        quote_id: Some(id("Quote")),
        refund: None,
        counterparty_information: None,
        sender_uma_address: None,
        receiver_uma_address: None,
        reconciliation_instructions: None,
        payment_instructions: None,
        rate_details: None,
        failure_reason: None,
        payment_rail: Nullable(Some(PaymentRail::SepaInstant)),
        rail_selection_mode: Nullable(None),
        expected_settlement_at: Nullable(None),
        settlement_timeline_seconds: Nullable(None),
    }
}

#[test]
fn customers() {
    is_promised(&Reply::<table::CreateCustomer>::Done(Customer::Individual(Box::new(individual()))));
    is_promised(&Reply::<table::GetCustomerById>::Done(Customer::Business(Box::new(business()))));
    let page = Page {
        data: vec![Customer::Individual(Box::new(individual())), Customer::Business(Box::new(business()))],
        has_more: true,
        next_cursor: Some("abc".into()),
        total_count: Some(7),
    };
    is_promised(&Reply::<table::ListCustomers>::Done(page));
    let challenge = SignedRequestChallenge {
        payload_to_sign: "{}".to_owned(),
        request_id: id("Request"),
        expires_at: NOW.into(),
        method: None,
    };
    let reply = Reply::<table::UpdateCustomerById>::Accepted(challenge);
    assert_eq!(reply.status(), 202);
    is_promised(&reply);
}

#[test]
fn accounts() {
    let usd = AccountDetails::of_type("USD_ACCOUNT")
        .with("accountNumber", "000123456789")
        .with("routingNumber", "021000021")
        .with("reference", "FUND-ABC123")
        .with_rails(&[PaymentRail::Ach, PaymentRail::Wire]);
    let account = InternalAccount {
        id: id("InternalAccount"),
        customer_id: Some(id("Customer")),
        kind: InternalAccountType::Fiat,
        status: InternalAccountStatus::Active,
        balance: amount(0),
        total_balance: amount(0),
        funding_payment_instructions: vec![PaymentInstructions {
            instructions_notes: Some("Include the reference.".to_owned()),
            is_platform_account: Some(false),
            account_or_wallet_info: InstructionDetails(usd),
        }],
        private_enabled: None,
        created_at: NOW.into(),
        updated_at: NOW.into(),
    };
    is_promised(&Reply::<table::ListPlatformInternalAccounts>::Done(List { data: vec![account] }));
    let mut eur = AccountDetails::of_type("EUR_ACCOUNT")
        .with("iban", "DE89370400440532013000")
        .with_rails(&[PaymentRail::SepaInstant, PaymentRail::Sepa]);
    eur.0
        .insert("beneficiary".to_owned(), json!({ "beneficiaryType": "BUSINESS", "legalName": "Muster AG" }));
    let account = ExternalAccount {
        id: id("ExternalAccount"),
        customer_id: None,
        status: ExternalAccountStatus::Active,
        platform_account_id: None,
        ownership_type: None,
        currency: CurrencyCode::EUR,
        default_uma_deposit_account: Some(false),
        beneficiary_verification_status: None,
        beneficiary_verified_data: None,
        account_info: ExternalAccountDetails(eur),
    };
    is_promised(&Reply::<table::CreateCustomerExternalAccount>::Done(account));
}

#[test]
fn transactions_and_rates() {
    is_promised(&Reply::<table::GetTransactionById>::Done(Transaction::Outgoing(Box::new(outgoing()))));
    let entry = ExchangeRateEntry {
        source_currency: currency(),
        sending_amount: MinorUnits(10_000),
        min_sending_amount: MinorUnits(100),
        max_sending_amount: MinorUnits(10_000_000),
        destination_currency: currency(),
        destination_payment_rail: PaymentRail::Upi,
        receiving_amount: MinorUnits(825_000),
        exchange_rate: "0.012121".parse().unwrap(),
        fees: ExchangeRateFees { fixed: MinorUnits(0), total: MinorUnits(50) },
        updated_at: NOW.into(),
    };
    is_promised(&Reply::<table::GetExchangeRates>::Done(List { data: vec![entry] }));
}

#[test]
fn a_reply_without_a_body_has_no_bytes() {
    let reply = Reply::<table::DeleteTokenById>::Done(Empty);
    assert_eq!((reply.status(), reply.to_bytes().unwrap()), (204, Vec::new()));
}

/// Checks that the helper of these tests reports a response that does not match.
#[test]
fn an_answer_that_is_not_promised_is_found() {
    let mut value = serde_json::to_value(Transaction::Outgoing(Box::new(outgoing()))).unwrap();
    assert_eq!(value["railSelectionMode"], Value::Null);
    value["railSelectionMode"] = json!("BOTH");
    value.as_object_mut().unwrap().shift_remove("paymentRail");
    assert!(!problems::<table::GetTransactionById>(200, &value).is_empty());
}
