//! The 404 of each kind of resource (conventions 7.3).

use causeway_domain::ids::Id;
use causeway_wire::Code;

use crate::runtime::api_error::ApiError;

impl ApiError {
    /// Returns the error for an id that does not exist or belongs to another platform or customer.
    #[must_use]
    pub fn not_found<T: Id>() -> Self {
        Self::new(code(T::TYPE_NAME), format!("There is no such {}.", in_words(T::TYPE_NAME)))
    }
}

fn code(type_name: &str) -> Code {
    match type_name {
        "Customer" => Code::UserNotFound,
        "Job" => Code::BulkUploadJobNotFound,
        "Token" => Code::TokenNotFound,
        "Quote" | "StablecoinQuote" => Code::QuoteNotFound,
        "StablecoinProviderAccount" => Code::StablecoinProviderAccountNotFound,
        "Transaction" | "CardTransaction" => Code::TransactionNotFound,
        _ => Code::ReferenceNotFound,
    }
}

/// Splits a type name into words: `ExternalAccount` becomes `external account`.
fn in_words(type_name: &str) -> String {
    let mut words = String::new();
    for letter in type_name.chars() {
        if letter.is_ascii_uppercase() && !words.is_empty() {
            words.push(' ');
        }
        words.push(letter.to_ascii_lowercase());
    }
    words
}

#[cfg(test)]
mod tests {
    use causeway_domain::ids::{CustomerId, ExternalAccountId};

    use super::*;

    #[test]
    fn a_resource_has_its_own_code_and_is_called_by_words() {
        let customer = ApiError::not_found::<CustomerId>();
        assert_eq!(
            (customer.code, customer.message.as_str()),
            (Code::UserNotFound, "There is no such customer.")
        );
        let account = ApiError::not_found::<ExternalAccountId>();
        let message = "There is no such external account.";
        assert_eq!((account.code, account.message.as_str()), (Code::ReferenceNotFound, message));
    }
}
