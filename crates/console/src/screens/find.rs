//! The search for customers, accounts, payments and all else by what is known of them.
//!
//! Ids and amounts may be in an address; a name, a contact or an account number is sent in a form, and stays there.

use askama::Template;
use axum::extract::RawQuery;
use axum::response::Response;
use bytes::Bytes;
use causeway_domain::Time;
use causeway_service::operator::{Kind, OperatorError};

use crate::answer::answer;
use crate::entry::Entry;
use crate::failure::Failure;
use crate::forms::{CheckedForm, Fields};
use crate::frame::{Frame, Section};
use crate::operator::Operator;
use crate::page::{ok, see_other};
use crate::parts::{CommandLink, Money, short_id};
use crate::screens::hit::page_of;
use crate::urls;

/// The field with the searched text.
const TEXT: &str = "q";
/// The field with the platform that is searched.
const PLATFORM: &str = "platform";
/// Number of characters of an id behind its type.
const UUID_LENGTH: usize = 36;
/// Maximum number of characters of an amount; longer ones may be numbers of accounts.
const MAX_AMOUNT: usize = 16;
/// The flags of `payment list` that a text may name, such as `status:FAILED`. None of them is personal.
const QUALIFIERS: [&str; 6] = ["status", "type", "rail", "pair", "since", "until"];

answer! {
    struct Hit {
        kind: String,
        id: String,
        matched: String,
        status: Option<String>,
        about: Option<String>,
        amount: Option<Money>,
        created_at: Option<Time>,
        platform: Option<String>,
        next: Option<String>,
    }
}

#[derive(Template)]
#[template(path = "find.html")]
struct FindPage {
    frame: Frame,
    groups: Vec<HitGroup>,
    /// The answer that nothing was found, or that the text cannot be searched.
    error: Option<OperatorError>,
}

/// The results of one kind.
struct HitGroup {
    kind: String,
    hits: Vec<HitRow>,
}

/// A result, with its page.
struct HitRow {
    hit: Hit,
    href: Option<String>,
    /// The end of the id, as it is printed short.
    short: String,
    next: Option<CommandLink>,
}

/// Serves a search whose text is in the address.
pub(super) async fn by_query(operator: Operator, RawQuery(query): RawQuery) -> Result<Response, Failure> {
    find(&operator, &Fields::parse(&query.unwrap_or_default())).await
}

/// Serves a search whose text is in a form. A text that is not personal is led to its address, which can be kept.
pub(super) async fn by_form(operator: Operator, body: Bytes) -> Result<Response, Failure> {
    let form = CheckedForm::read(&operator.session, &body)?;
    let text = form.get(TEXT).unwrap_or_default();
    if is_impersonal(text) {
        let platform = form.get(PLATFORM).unwrap_or_default();
        return Ok(see_other(&urls::with_query(urls::FIND, &[(TEXT, text), (PLATFORM, platform)])));
    }
    find(&operator, form.fields()).await
}

async fn find(operator: &Operator, fields: &Fields) -> Result<Response, Failure> {
    let text = fields.get(TEXT).unwrap_or_default();
    let platform = fields.get(PLATFORM);
    let words: Vec<&str> = text.split_whitespace().collect();
    if let (Some(platform), Some(filters)) = (platform, qualifiers(&words)) {
        return Ok(see_other(&urls::with_query(&urls::page(platform, "payments"), &filters)));
    }
    let entry = Entry::new("find", "text").with("text", words.clone()).with_some(PLATFORM, platform);
    let found = match words.is_empty() {
        true => Ok(Vec::new()),
        false => operator.try_read::<Vec<Hit>>(&entry).await,
    };
    let (hits, error) = match found {
        Ok(hits) => (hits, None),
        Err(error) if matches!(error.kind, Kind::NotFound | Kind::Invalid) => (Vec::new(), Some(error)),
        Err(error) => return Err(error.into()),
    };
    if let [only] = &hits[..]
        && let Some(page) = only.page()
    {
        return Ok(see_other(&page));
    }
    let frame = Frame::load(operator, platform, Section::Elsewhere, &entry).await?;
    Ok(ok(&FindPage { frame: frame.titled("Find").searching(text), groups: grouped(hits), error }))
}

/// Returns `true` for a complete id with its type, and for an amount with its currency.
fn is_impersonal(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    match words[..] {
        [id] => id.split_once(':').is_some_and(|(kind, id)| {
            !kind.is_empty()
                && kind.chars().all(|c| c.is_ascii_alphabetic())
                && id.len() == UUID_LENGTH
                && id.chars().all(|c| c.is_ascii_hexdigit() || c == '-')
        }),
        [amount, currency] => {
            amount.starts_with(|c: char| c.is_ascii_digit())
                && amount.chars().all(|c| c.is_ascii_digit() || c == ',' || c == '.')
                && amount.len() <= MAX_AMOUNT
                && (3..=5).contains(&currency.len())
                && currency.chars().all(|c| c.is_ascii_alphabetic())
        }
        _ => false,
    }
}

/// Returns the filters of the list of payments, if the text is nothing else.
fn qualifiers<'a>(words: &[&'a str]) -> Option<Vec<(&'a str, &'a str)>> {
    let filter = |word: &&'a str| {
        let (name, value) = word.split_once(':')?;
        (QUALIFIERS.contains(&name) && !value.is_empty()).then_some((name, value))
    };
    let filters: Vec<(&str, &str)> = words.iter().map(filter).collect::<Option<_>>()?;
    (!filters.is_empty()).then_some(filters)
}

/// Groups results by kind, in the order of the first of each.
fn grouped(hits: Vec<Hit>) -> Vec<HitGroup> {
    let mut groups: Vec<HitGroup> = Vec::new();
    for hit in hits {
        let kind = hit.kind.to_lowercase().replace('_', " ");
        let row = HitRow::from(hit);
        match groups.iter_mut().find(|group| group.kind == kind) {
            Some(group) => group.hits.push(row),
            None => groups.push(HitGroup { kind, hits: vec![row] }),
        }
    }
    groups
}

impl Hit {
    fn page(&self) -> Option<String> {
        page_of(self.platform.as_deref(), &self.id, self.next.as_deref())
    }
}

impl From<Hit> for HitRow {
    fn from(hit: Hit) -> Self {
        let next = hit.next.clone().map(|next| CommandLink::new(hit.platform.as_deref(), next));
        Self { href: hit.page(), short: short_id(&hit.id), next, hit }
    }
}

#[cfg(test)]
mod tests {
    use causeway_service::operator;

    use super::*;

    #[test]
    fn only_ids_and_amounts_are_kept_in_an_address() {
        for text in ["Customer:0190a1b2-c3d4-7e8f-9a0b-1c2d3e4f5a6b", "1,234.56 EUR", "5 usdc"] {
            assert!(is_impersonal(text), "{text}");
        }
        for text in
            ["", "Ada Lovelace", "ada@example.com", "DE89370400440532013000", "4f5a6b", "+1415 EUR", "3000"]
        {
            assert!(!is_impersonal(text), "{text}");
        }
    }

    #[test]
    fn qualifiers_are_flags_of_the_list_of_payments() {
        let list = operator::find("payment", "list").unwrap();
        for name in QUALIFIERS {
            assert!(list.arguments.iter().any(|argument| argument.name == name), "{name}");
        }
        assert_eq!(
            qualifiers(&["status:FAILED", "since:2026-03-01T00:00:00Z"]),
            Some(vec![("status", "FAILED"), ("since", "2026-03-01T00:00:00Z")])
        );
        assert_eq!(qualifiers(&["status:FAILED", "Ada"]), None);
        assert_eq!(qualifiers(&["Transaction:1"]), None);
        assert_eq!(qualifiers(&[]), None);
    }
}
