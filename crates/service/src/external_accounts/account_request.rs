//! A registration request in the terms of the domain rules (money 4.2).

use causeway_domain::currency::{self, CurrencyKind};
use causeway_domain::external_accounts::{bank_in_singapore, normalized, offer_in_one_piece};
use causeway_domain::ids::CustomerId;
use causeway_domain::money::CurrencyCode;
use causeway_store::external_accounts::ExternalAccountDoc;
use causeway_wire::accounts::AccountDetails;
use causeway_wire::external_accounts::{
    AccountType, Beneficiary, ExternalAccountCreateRequest, Method, OwnershipType,
};

use super::{checks, errors, strict};
use crate::payments::checks::needs;
use crate::runtime::api_error::ApiError;
use crate::runtime::field_errors::FieldErrors;

/// Account types with case-sensitive addresses; all other identifiers of accounts are not case-sensitive.
const CASE_SENSITIVE: [&str; 2] = ["SOLANA_WALLET", "TRON_WALLET"];
/// Members that are stored in lower case, each with its account type.
const LOWER_CASE: [(&str, &str); 2] = [("SPARK_WALLET", "address"), ("LIGHTNING", "lightningAddress")];
/// The primary identifier of an account: the first of these that it has (money 13).
const PRIMARY: [&str; 10] = [
    "accountNumber",
    "iban",
    "clabeNumber",
    "pixKey",
    "vpa",
    "phoneNumber",
    "address",
    "lightningAddress",
    "invoice",
    "bolt12",
];

/// Prefix of the needs of a rail that the beneficiary meets.
const BENEFICIARY: &str = "beneficiary.";

/// A request with a known account type.
#[derive(Debug, Clone)]
pub(super) struct AccountRequest {
    pub(super) customer: Option<CustomerId>,
    pub(super) row: &'static AccountType,
    pub(super) is_default_deposit: bool,
    pub(super) ownership: Option<OwnershipType>,
    pub(super) holder: Option<Beneficiary>,
    details: AccountDetails,
    currency: CurrencyCode,
    platform_account_id: Option<String>,
}

impl AccountRequest {
    pub(super) fn read(request: &ExternalAccountCreateRequest) -> Result<Self, ApiError> {
        let row = request.account_info.account_type().ok_or_else(errors::unknown_type)?;
        Ok(Self {
            customer: request.customer_id,
            row,
            is_default_deposit: request.default_uma_deposit_account,
            ownership: request.ownership_type,
            holder: request.account_info.beneficiary(),
            details: completed(request.account_info.known_details()),
            currency: request.currency,
            platform_account_id: request.platform_account_id.as_ref().map(ToString::to_string),
        })
    }

    /// Adds an error for each member that does not fit; `is_strict` adds the requirements of production.
    pub(super) fn find_faults(&self, is_strict: bool, errors: &mut FieldErrors) {
        // A holder of unknown type says nothing about the other members.
        let is_known = errors.has_no_error("accountInfo.beneficiary.beneficiaryType");
        let holder = self.holder.as_ref().filter(|_| is_known);
        let mut problems = checks::problems(self.row, &self.details, holder);
        if is_strict {
            problems.extend(strict::problems(&self.details));
        }
        problems.into_iter().for_each(|problem| errors.add(problem));
    }

    /// Adds an error for each need of a rail about the beneficiary that the account does not meet. All rails of
    /// the account type count, because any of them may pay the account later.
    pub(super) fn find_missing(&self, required: &[String], errors: &mut FieldErrors) {
        let account = self.doc().account_info;
        for need in required.iter().filter(|need| need.starts_with(BENEFICIARY)) {
            if !needs::has(&account, need) {
                errors.push(&format!("accountInfo.{need}"), "is required by a rail that pays such accounts");
            }
        }
    }

    /// Checks that the members, each valid by itself, fit each other.
    pub(super) fn check(&self, is_strict: bool) -> Result<(), ApiError> {
        self.currency()?;
        if is_strict { strict::check_bank(&self.details) } else { Ok(()) }
    }

    /// Returns the currency, which must be one that the account type takes.
    pub(super) fn currency(&self) -> Result<CurrencyCode, ApiError> {
        let currency = self.currency;
        let is_taken = match self.row.currencies {
            [] => currency::find(currency).is_some_and(|info| info.kind == CurrencyKind::Fiat),
            listed => listed.contains(&currency.as_str()),
        };
        if is_taken {
            Ok(currency)
        } else {
            Err(errors::currency_does_not_fit(self.row.account_type, currency.as_str()))
        }
    }

    pub(super) const fn details(&self) -> &AccountDetails {
        &self.details
    }

    /// Returns `true` if the account is a self-custody wallet.
    pub(super) fn is_self_custody(&self) -> bool {
        self.is_wallet() && self.vasp().is_none()
    }

    /// Returns `true` if the account is an address on a chain: neither a bank account nor on Lightning.
    pub(super) fn is_wallet(&self) -> bool {
        self.details.text("address").is_some()
    }

    /// Returns the provider that holds the wallet.
    pub(super) fn vasp(&self) -> Option<&str> {
        self.details.text("vaspName")
    }

    /// Returns `true` if it is a Lightning invoice, which is paid once.
    pub(super) fn is_invoice(&self) -> bool {
        self.details.text("invoice").is_some()
    }

    /// Returns the number or address that rails pay to and the sandbox's magic values refer to.
    pub(super) fn identifier(&self) -> &str {
        PRIMARY.iter().find_map(|name| self.details.text(name)).unwrap_or_default()
    }

    /// Returns the fingerprint that is unique among the live accounts of an owner: currency, type, and the
    /// identifiers of the default payment method.
    pub(super) fn fingerprint(&self) -> String {
        let is_case_sensitive = CASE_SENSITIVE.contains(&self.row.account_type);
        let identifiers = self.method().map_or(&[] as &[&str], |method| method.identifiers);
        let parts = identifiers.iter().map(|name| {
            let value = self.details.text(name).map(|value| normalized(name, value, is_case_sensitive));
            serde_json::json!([name, value])
        });
        serde_json::json!([self.currency, self.row.account_type, parts.collect::<Vec<_>>()]).to_string()
    }

    fn method(&self) -> Option<&Method> {
        self.row.methods_of(&self.details).next()
    }

    /// Builds the stored document of the account.
    pub(super) fn doc(&self) -> ExternalAccountDoc {
        let mut account_info = self.details.0.clone();
        if let Some(holder) = &self.holder {
            account_info.insert("beneficiary".to_owned(), serde_json::json!(holder));
        }
        ExternalAccountDoc {
            v: 1,
            platform_account_id: self.platform_account_id.clone(),
            ownership_type: self.ownership,
            account_info,
            rails: self.row.rails_of(&self.details),
            identifier: self.identifier().to_owned(),
            beneficiary_verification: None,
            verified_name: None,
        }
    }
}

/// Normalizes the details for storage: trims whitespace and adds data that the service knows itself.
/// Addresses of Spark and Lightning are in lower case, an offer is also joined to one piece, and a bank in
/// Singapore is derived from its code.
fn completed(details: AccountDetails) -> AccountDetails {
    let details = trimmed(details);
    let lower = LOWER_CASE.iter().find(|(account_type, _)| details.account_type() == *account_type);
    if let Some((name, text)) =
        lower.and_then(|(_, name)| Some((*name, details.text(name)?.to_ascii_lowercase())))
    {
        return details.with(name, text);
    }
    if let Some(offer) = details.text("bolt12").and_then(offer_in_one_piece) {
        return details.with("bolt12", offer);
    }
    let code = details.text("swiftCode").filter(|_| details.account_type() == "SGD_ACCOUNT");
    match code.and_then(bank_in_singapore) {
        Some(bank) if details.text("bankName").is_none() => details.with("bankName", bank),
        Some(_) | None => details,
    }
}

/// Trims each text; a text of whitespace only stays, to be refused.
fn trimmed(AccountDetails(mut members): AccountDetails) -> AccountDetails {
    for value in members.values_mut() {
        if let Some(text) = value.as_str().map(str::trim).filter(|text| !text.is_empty()) {
            *value = text.into();
        }
    }
    AccountDetails(members)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value as Json, json};

    use super::*;

    /// Returns the fields that an account with this holder lacks for these needs.
    fn lacking(holder: &Json, needs: &[&str]) -> Vec<String> {
        let request: ExternalAccountCreateRequest = serde_json::from_value(json!({
            "currency": "USD",
            "accountInfo": {
                "accountType": "USD_ACCOUNT",
                "accountNumber": "123456789",
                "routingNumber": "021000021",
                "beneficiary": holder,
            },
        }))
        .unwrap();
        let needs: Vec<String> = needs.iter().map(|need| (*need).to_owned()).collect();
        let mut errors = FieldErrors::default();
        AccountRequest::read(&request).unwrap().find_missing(&needs, &mut errors);
        errors.into_errors().into_iter().map(|error| error.field).collect()
    }

    /// Checks that the needs of rails about the beneficiary are asked for at the registration. Others belong to a payment,
    /// or to the schema of the type.
    #[test]
    fn the_beneficiary_needs_the_data_of_every_rail() {
        let holder = json!({ "beneficiaryType": "INDIVIDUAL", "fullName": "Ada Byron" });
        let needs = ["beneficiary.fullName", "beneficiary.birthDate", "originator.address.city", "bankName"];
        assert_eq!(lacking(&holder, &needs), ["accountInfo.beneficiary.birthDate"]);
        let born = json!({ "beneficiaryType": "INDIVIDUAL", "fullName": "Ada", "birthDate": "1815-12-10" });
        assert!(lacking(&born, &needs).is_empty());
        assert!(lacking(&holder, &[]).is_empty());
    }
}
