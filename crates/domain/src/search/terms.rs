//! Search terms: a class and a normalised text each, as in `name:lovelace`.

use std::collections::BTreeSet;
use std::fmt;

use causeway_vocabulary::letters::comparable_contact;
use uuid::Uuid;

use super::normal::{last_letters, letters_and_digits, phone_digits, words};
use super::short_id::SHORT_ID;
use crate::money::Amount;
use crate::named::named;

named! {
    /// The class of a search term.
    pub enum TermClass {
        /// A word of a name.
        Name = "name",
        /// An email address.
        Mail = "mail",
        /// A telephone number.
        Phone = "phone",
        /// The last seven digits of a telephone number.
        PhoneEnd = "phone7",
        /// An account number, an IBAN or the address of a wallet.
        Account = "account",
        /// The last four characters of an account number.
        Last4 = "last4",
        /// The last six characters of an account number.
        Last6 = "last6",
        /// A reference, a remittance text or the hash of an on-chain transfer.
        Reference = "ref",
        /// A word of the text of a payment: its description or its remittance text.
        Text = "text",
        /// An amount in smallest units.
        Amount = "amount",
        /// The last six digits of an id.
        Id = "id",
    }
}

impl TermClass {
    /// Returns `true` if terms of this class are personal data.
    #[must_use]
    pub const fn is_personal(self) -> bool {
        match self {
            Self::Name
            | Self::Mail
            | Self::Phone
            | Self::PhoneEnd
            | Self::Account
            | Self::Last4
            | Self::Last6
            | Self::Text => true,
            Self::Reference | Self::Amount | Self::Id => false,
        }
    }
}

/// A search term in its stored form.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Term {
    class: TermClass,
    text: String,
}

/// Number of digits of the end of a telephone number.
pub(super) const PHONE_END: usize = 7;
/// Maximum length of an email address.
const MAX_MAIL: usize = 254;

impl Term {
    /// Returns the term of a word from [`words`].
    pub(super) fn name(word: String) -> Self {
        Self { class: TermClass::Name, text: word }
    }

    /// Returns the term of a word of a text, from [`words`].
    pub(super) fn text_word(word: String) -> Self {
        Self { class: TermClass::Text, text: word }
    }

    pub(super) fn mail(address: &str) -> Self {
        let text = comparable_contact(address).chars().take(MAX_MAIL).collect();
        Self { class: TermClass::Mail, text }
    }

    pub(super) fn phone(number: &str) -> Option<Self> {
        Self::unless_empty(TermClass::Phone, phone_digits(number))
    }

    /// Returns the term of the last digits of a telephone number; `None` if it is shorter.
    #[must_use]
    pub fn phone_end(number: &str) -> Option<Self> {
        let digits = phone_digits(number);
        let end = last_letters(&digits, PHONE_END).map(str::to_owned);
        end.map(|text| Self { class: TermClass::PhoneEnd, text })
    }

    pub(super) fn account(number: &str) -> Option<Self> {
        Self::unless_empty(TermClass::Account, letters_and_digits(number))
    }

    /// Returns the term of the last characters of an account number; `None` if it is shorter.
    #[must_use]
    pub fn account_end(class: TermClass, number: &str) -> Option<Self> {
        let count = match class {
            TermClass::Last4 => 4,
            TermClass::Last6 => 6,
            _ => return None,
        };
        let number = letters_and_digits(number);
        last_letters(&number, count).map(|end| Self { class, text: end.to_owned() })
    }

    pub(super) fn reference(text: &str) -> Option<Self> {
        Self::unless_empty(TermClass::Reference, letters_and_digits(text))
    }

    /// Returns the term of an amount.
    #[must_use]
    pub fn amount(amount: Amount) -> Self {
        Self { class: TermClass::Amount, text: format!("{}:{}", amount.currency, amount.minor) }
    }

    /// Returns the term of the end of an id.
    #[must_use]
    pub fn id(id: Uuid) -> Self {
        let digits = id.simple().to_string();
        Self::id_end(&digits)
    }

    /// Returns the term of the end of an id, from its last digits in lower case.
    #[must_use]
    pub fn id_end(digits: &str) -> Self {
        Self { class: TermClass::Id, text: last_letters(digits, SHORT_ID).unwrap_or(digits).to_owned() }
    }

    fn unless_empty(class: TermClass, text: String) -> Option<Self> {
        (!text.is_empty()).then_some(Self { class, text })
    }

    #[must_use]
    pub const fn class(&self) -> TermClass {
        self.class
    }

    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.class, self.text)
    }
}

/// The terms of one resource, each once.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Terms(BTreeSet<Term>);

impl Terms {
    /// Creates the terms of a resource with this id.
    #[must_use]
    pub fn of(id: Uuid) -> Self {
        Self(BTreeSet::from([Term::id(id)]))
    }

    /// Adds the words of a name.
    #[must_use]
    pub fn name(mut self, name: Option<&str>) -> Self {
        self.0.extend(name.into_iter().flat_map(words).map(Term::name));
        self
    }

    /// Adds an email address.
    #[must_use]
    pub fn mail(mut self, address: Option<&str>) -> Self {
        self.0.extend(address.filter(|address| !address.trim().is_empty()).map(Term::mail));
        self
    }

    /// Adds a telephone number, with its last seven digits.
    #[must_use]
    pub fn phone(mut self, number: Option<&str>) -> Self {
        self.0.extend(number.and_then(Term::phone));
        self.0.extend(number.and_then(Term::phone_end));
        self
    }

    /// Adds an account number or an address, with its last four and six characters.
    #[must_use]
    pub fn account(mut self, number: Option<&str>) -> Self {
        let Some(number) = number else { return self };
        let ends = [TermClass::Last4, TermClass::Last6].map(|class| Term::account_end(class, number));
        self.0.extend(Term::account(number).into_iter().chain(ends.into_iter().flatten()));
        self
    }

    /// Adds a reference, a remittance text or a transaction hash.
    #[must_use]
    pub fn reference(mut self, text: Option<&str>) -> Self {
        self.0.extend(text.and_then(Term::reference));
        self
    }

    /// Adds the words of a text, up to 16.
    #[must_use]
    pub fn text(mut self, text: Option<&str>) -> Self {
        self.0.extend(text.into_iter().flat_map(words).map(Term::text_word));
        self
    }

    /// Adds an amount, unless it is zero.
    #[must_use]
    pub fn amount(mut self, amount: Option<Amount>) -> Self {
        self.0.extend(amount.filter(|amount| amount.minor != 0).map(Term::amount));
        self
    }

    /// Returns the terms that `other` does not have.
    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        Self(self.0.difference(&other.0).cloned().collect())
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the terms in order.
    pub fn iter(&self) -> impl Iterator<Item = &Term> {
        self.0.iter()
    }
}
