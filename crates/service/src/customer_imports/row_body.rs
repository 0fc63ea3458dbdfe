//! A row of a file as the body of `POST /customers` (customers 3.1).

use causeway_domain::customer_imports::{Column, Header};
use csv::ByteRecord;
use serde_json::{Map, Value, json};

use crate::runtime::field_errors::FieldErrors;
use crate::runtime::http::to_nfc;

/// A placeholder for required dates that no column holds. It is removed again before the fields are checked.
const PLACEHOLDER_DAY: &str = "2000-01-01";
/// A placeholder for a required tax id that no column holds. It is removed again before the fields are
/// checked.
const PLACEHOLDER_TAX_ID: &str = "000000000";

/// The cells of a row by their columns.
pub(super) struct Cells<'a> {
    header: &'a Header,
    row: &'a ByteRecord,
}

impl<'a> Cells<'a> {
    pub(super) const fn of(header: &'a Header, row: &'a ByteRecord) -> Self {
        Self { header, row }
    }

    /// Returns the text of a column without surrounding spaces and tabs, or `None` if it is empty or absent.
    pub(super) fn get(&self, column: Column) -> Option<String> {
        let cell = self.row.get(self.header.place(column)?)?;
        let text = std::str::from_utf8(cell).ok()?.trim_matches([' ', '\t']);
        (!text.is_empty()).then(|| to_nfc(text.to_owned()))
    }

    /// Builds the request body for the row.
    pub(super) fn body(&self) -> Value {
        let mut body = self.members(&[
            ("platformCustomerId", Column::PlatformCustomerId),
            ("customerType", Column::CustomerType),
            ("fullName", Column::FullName),
            ("birthDate", Column::BirthDate),
            ("email", Column::Email),
        ]);
        if let Some(address) = self.get(Column::UmaAddress) {
            let sign = if address.starts_with('$') { "" } else { "$" };
            body.insert("umaAddress".to_owned(), json!(format!("{sign}{address}")));
        }
        let address = self.members(&[
            ("line1", Column::AddressLine1),
            ("line2", Column::AddressLine2),
            ("city", Column::City),
            ("state", Column::State),
            ("postalCode", Column::PostalCode),
            ("country", Column::Country),
        ]);
        body.insert("address".to_owned(), address.into());
        if self.get(Column::CustomerType).as_deref() == Some("BUSINESS") {
            let mut company = self.members(&[
                ("legalName", Column::BusinessLegalName),
                ("country", Column::Country),
                ("registrationNumber", Column::BusinessRegistrationNumber),
                ("taxId", Column::BusinessTaxId),
            ]);
            company.entry("taxId").or_insert_with(|| PLACEHOLDER_TAX_ID.into());
            company.insert("incorporatedOn".to_owned(), PLACEHOLDER_DAY.into());
            body.insert("businessInfo".to_owned(), company.into());
        }
        body.into()
    }

    fn members(&self, columns: &[(&str, Column)]) -> Map<String, Value> {
        let members =
            columns.iter().filter_map(|(name, column)| Some(((*name).to_owned(), self.get(*column)?.into())));
        members.collect()
    }

    /// Adds errors for required columns that are empty. The state may be empty: not every country has states.
    pub(super) fn check_complete(&self, errors: &mut FieldErrors) {
        let is_person = self.get(Column::CustomerType).as_deref() == Some("INDIVIDUAL");
        let required_fields = [
            ("umaAddress", Column::UmaAddress, true),
            ("platformCustomerId", Column::PlatformCustomerId, true),
            ("address.city", Column::City, true),
            ("fullName", Column::FullName, is_person),
            ("birthDate", Column::BirthDate, is_person),
        ];
        for (field, column, is_needed) in required_fields {
            if is_needed && self.get(column).is_none() {
                errors.push(field, "is required");
            }
        }
    }
}
