//! The readings of a text that an operator searches for: by its shape, it can be an id, a name, a number, a
//! reference or an amount, and often several of them.

use uuid::Uuid;

use super::normal::{letters_and_digits, phone_digits, words};
use super::short_id::ShortId;
use super::terms::{PHONE_END, Term, TermClass};
use crate::alerts::AlertKind;
use crate::currency;
use crate::money::{Amount, CurrencyCode};

/// One reading of a searched text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reading {
    /// An id, with or without its type.
    Id(Uuid),
    /// A kind of alert, of which the open ones are found.
    AlertKind(AlertKind),
    /// The end of an id, with or without its type.
    IdEnd(ShortId),
    /// A text that is compared as it is: the platform's own id of a customer, a reference of a payment or a
    /// refund, or a funding identifier.
    Verbatim(String),
    /// A UMA address in lower case.
    UmaAddress(String),
    /// The last digits of a telephone number, without the zeros before them: at least seven.
    PhoneEnd(String),
    /// The last digits of an account number: more than six.
    AccountEnd(String),
    /// A single term.
    Term(Term),
    /// An amount in one currency, or in each one that it can be of.
    Amounts(Vec<Term>),
    /// A name with an amount before or behind it.
    NamedAmount(NamedAmount),
    /// The words of a name.
    Words(WordSearch),
    /// Words of the text of a payment.
    TextWords(WordSearch),
}

/// A name and an amount, both of which must match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedAmount {
    pub words: WordSearch,
    /// The amount in one currency, or in each one that it can be of.
    pub amounts: Vec<Term>,
}

/// The words of a name or a text, all of which must match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WordSearch {
    pub whole: Vec<Term>,
    /// The beginning of one more word.
    pub beginning: Option<Term>,
}

/// Maximum length of a text that is compared as it is.
const MAX_VERBATIM: usize = 255;
/// Minimum length of the beginning of a word.
const MIN_BEGINNING: usize = 3;
/// Minimum number of digits of a telephone number.
const MIN_PHONE: usize = 6;
/// Maximum number of last characters of an account number that are a term by themselves.
const ACCOUNT_END: usize = 6;
/// The signs of currencies.
const SIGNS: [(char, CurrencyCode); 3] =
    [('$', CurrencyCode::USD), ('€', CurrencyCode::EUR), ('£', CurrencyCode::literal("GBP"))];

impl Reading {
    /// Returns `true` if personal data is searched.
    #[must_use]
    pub const fn is_personal(&self) -> bool {
        match self {
            Self::Id(_) | Self::AlertKind(_) | Self::IdEnd(_) | Self::Verbatim(_) | Self::Amounts(_) => false,
            Self::UmaAddress(_)
            | Self::PhoneEnd(_)
            | Self::AccountEnd(_)
            | Self::NamedAmount(_)
            | Self::Words(_)
            | Self::TextWords(_) => true,
            Self::Term(term) => term.class().is_personal(),
        }
    }

    /// Returns the reading in words, for the answer that nothing was found.
    #[must_use]
    pub const fn about(&self) -> &'static str {
        match self {
            Self::Id(_) => "id",
            Self::AlertKind(_) => "kind of alert",
            Self::IdEnd(_) => "end of an id",
            Self::Verbatim(_) => "own id of a customer, reference of a payment or refund, funding identifier",
            Self::UmaAddress(_) => "UMA address",
            Self::PhoneEnd(_) => "end of a telephone number",
            Self::AccountEnd(_) => "end of an account number",
            Self::Amounts(_) => "amount",
            Self::NamedAmount(_) => "name and amount",
            Self::Words(_) => "name",
            Self::TextWords(_) => "words of the text of a payment",
            Self::Term(term) => match term.class() {
                TermClass::Name => "name",
                TermClass::Mail => "email address",
                TermClass::Phone => "telephone number",
                TermClass::PhoneEnd => "end of a telephone number",
                TermClass::Account => "account number or address",
                TermClass::Last4 | TermClass::Last6 => "end of an account number",
                TermClass::Reference => "remittance text, reference of a deposit, transaction hash",
                TermClass::Text => "words of the text of a payment",
                TermClass::Amount => "amount",
                TermClass::Id => "end of an id",
            },
        }
    }
}

/// Returns the readings of a text, the most exact first.
#[must_use]
pub fn readings(text: &str) -> Vec<Reading> {
    let text = text.trim();
    if text.is_empty() {
        return Vec::new();
    }
    let mut found: Vec<Reading> = Vec::new();
    found.extend(id(text).map(Reading::Id));
    found.extend(text.to_ascii_uppercase().parse::<AlertKind>().map(Reading::AlertKind));
    found.extend(ShortId::of(text).map(Reading::IdEnd));
    if text.chars().count() <= MAX_VERBATIM {
        found.push(Reading::Verbatim(text.to_owned()));
    }
    if let Some((local_part, _)) = text.split_once('@') {
        found.push(match local_part.starts_with('$') {
            true => Reading::UmaAddress(text.to_lowercase()),
            false => Reading::Term(Term::mail(text)),
        });
    }
    found.extend(numbers(text).into_iter().map(Reading::Term));
    found.extend(phone_end(text).map(Reading::PhoneEnd));
    found.extend(account_end(text).map(Reading::AccountEnd));
    let amounts = amounts(text);
    if !amounts.is_empty() {
        found.push(Reading::Amounts(amounts));
    }
    found.extend(Term::reference(text).map(Reading::Term));
    found.extend(named_amount(text).map(Reading::NamedAmount));
    found.extend(search_words(text, Term::name).map(Reading::Words));
    found.extend(search_words(text, Term::text_word).map(Reading::TextWords));
    found
}

/// Parses an id behind its type, or alone.
fn id(text: &str) -> Option<Uuid> {
    let (kind, id) = text.rsplit_once(':').unwrap_or(("", text));
    if !kind.chars().all(|letter| letter.is_ascii_alphanumeric()) {
        return None;
    }
    Uuid::try_parse(id).ok()
}

/// Returns the terms of a telephone number, an account number, and the end of one.
fn numbers(text: &str) -> Vec<Term> {
    let phone = is_phone(text).then(|| Term::phone(text)).flatten();
    let phone = phone.filter(|term| term.text().len() >= MIN_PHONE);
    let number = letters_and_digits(text);
    if text.contains('@') || !number.chars().any(|letter| letter.is_ascii_digit()) {
        return phone.into_iter().collect();
    }
    let end = match number.chars().count() {
        4 => Term::account_end(TermClass::Last4, &number),
        6 => Term::account_end(TermClass::Last6, &number),
        _ => None,
    };
    phone.into_iter().chain(end).chain(Term::account(&number)).collect()
}

/// Returns `true` for digits with the characters that separate them in a telephone number.
fn is_phone(text: &str) -> bool {
    text.chars().all(|letter| letter.is_ascii_digit() || " +-/.()".contains(letter))
}

/// Returns the last digits of a telephone number, as it is dialled inside of its country.
fn phone_end(text: &str) -> Option<String> {
    let digits = phone_digits(text);
    let digits = digits.trim_start_matches('0');
    (is_phone(text) && digits.len() >= PHONE_END).then(|| digits.to_owned())
}

/// Returns the last digits of an account number, if they are more than those that are stored by themselves.
fn account_end(text: &str) -> Option<String> {
    let number = letters_and_digits(text);
    let is_end = number.len() > ACCOUNT_END && number.bytes().all(|digit| digit.is_ascii_digit());
    is_end.then_some(number)
}

/// Returns the terms of an amount in major units, such as `1,234.56 EUR` or `$1,234.56`; without a currency, one for
/// each currency with enough decimals.
fn amounts(text: &str) -> Vec<Term> {
    let Some(TypedAmount { number, currency }) = typed_amount(text) else { return Vec::new() };
    let in_currency = |code: CurrencyCode| {
        let decimals = currency::find(code)?.decimals;
        let minor = minor(number, decimals).or_else(|| minor(&decimal_point(number)?, decimals))?;
        Some(Term::amount(Amount::new(minor, code)))
    };
    match currency {
        None => currency::every().iter().filter_map(|info| in_currency(info.code)).collect(),
        Some(code) => in_currency(code).into_iter().collect(),
    }
}

/// An amount as it was typed.
struct TypedAmount<'a> {
    number: &'a str,
    currency: Option<CurrencyCode>,
}

/// Splits a text into a number and the code or the sign of its currency, which is before or behind it.
fn typed_amount(text: &str) -> Option<TypedAmount<'_>> {
    for (sign, currency) in SIGNS {
        if let Some(number) = text.strip_prefix(sign).or_else(|| text.strip_suffix(sign)) {
            return Some(TypedAmount { number: number.trim(), currency: Some(currency) });
        }
    }
    let mut words = text.split_whitespace();
    match (words.next()?, words.next(), words.next()) {
        (number, None, None) => Some(TypedAmount { number, currency: None }),
        (first, Some(second), None) => {
            let behind = code(second).map(|code| TypedAmount { number: first, currency: Some(code) });
            let before = || code(first).map(|code| TypedAmount { number: second, currency: Some(code) });
            behind.or_else(before)
        }
        _ => None,
    }
}

/// Parses the code of a known currency, in any case.
fn code(word: &str) -> Option<CurrencyCode> {
    let code = word.to_ascii_uppercase().parse::<CurrencyCode>().ok()?;
    currency::find(code).map(|info| info.code)
}

/// Returns a number with a decimal comma, such as `1.234,56`, with a decimal point; `None` if it has no comma.
fn decimal_point(number: &str) -> Option<String> {
    let swapped = number.chars().map(|letter| match letter {
        ',' => '.',
        '.' => ',',
        other => other,
    });
    number.contains(',').then(|| swapped.collect())
}

/// Converts a number in major units with thousands separators to smallest units.
fn minor(number: &str, decimals: u8) -> Option<i64> {
    let (units, fraction) = number.split_once('.').unwrap_or((number, ""));
    let is_digits = |text: &str| text.bytes().all(|digit| digit.is_ascii_digit());
    let mut groups = units.split(',');
    let first = groups.next()?;
    let is_grouped = groups.all(|group| group.len() == 3 && is_digits(group));
    let decimals = usize::from(decimals);
    if first.is_empty()
        || !is_digits(first)
        || !is_grouped
        || !is_digits(fraction)
        || fraction.len() > decimals
    {
        return None;
    }
    let digits = format!("{}{fraction:0<decimals$}", units.replace(',', ""));
    digits.parse().ok()
}

/// Splits a text into a name and an amount of one or two words, such as `Kellner 1,000.11 USD`.
fn named_amount(text: &str) -> Option<NamedAmount> {
    if !amounts(text).is_empty() {
        return None;
    }
    let parts: Vec<&str> = text.split_whitespace().collect();
    let behind = |length: usize| parts.split_at_checked(parts.len().checked_sub(length)?);
    let before = |length: usize| parts.split_at_checked(length).map(|(amount, name)| (name, amount));
    let splits = [behind(2), behind(1), before(2), before(1)].into_iter().flatten();
    splits.into_iter().find_map(|(given, amount)| {
        let amounts = amounts(&amount.join(" "));
        let words = search_words(&given.join(" "), Term::name).filter(|_| !amounts.is_empty())?;
        Some(NamedAmount { words, amounts })
    })
}

/// Returns the words of a name or a text, with the term of each. The last one may be a beginning if it is long enough.
fn search_words(text: &str, term: fn(String) -> Term) -> Option<WordSearch> {
    let mut words = words(text);
    if text.contains('@') || !words.iter().any(|word| word.chars().any(char::is_alphabetic)) {
        return None;
    }
    let last = words.pop()?;
    let is_beginning = last.chars().count() >= MIN_BEGINNING;
    let mut whole: Vec<Term> = words.into_iter().map(term).collect();
    let last = term(last);
    let beginning = if is_beginning {
        Some(last)
    } else {
        whole.push(last);
        None
    };
    Some(WordSearch { whole, beginning })
}
