//! The search for customers, accounts, payments and all else that has an id (conventions 2.3).

use causeway_domain::Time;
use causeway_domain::ids::PlatformId;
use causeway_domain::search::{Reading, ResourceKind, readings};
use causeway_store::Tx;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

use super::find_lookup::{Lookup, Match};
use super::find_rate::rate;
use super::find_rebuild::{preview_rebuild, rebuild};
use super::find_row::{Summary, summary};
use super::viewer::{PersonalData, Viewer};
use super::{
    Answer, Call, Kind, Money, OperatorError, arguments, default_number, noun, number, option, words,
};

/// Maximum number of results.
const MAX_RESULTS: u32 = 200;
/// Minimum number of results among which the names are ranked.
const MIN_RANKED: u32 = 20;
/// The reading of a name, in words.
const NAME: &str = "name";
/// The forms of a searched text, for the answer that nothing was found.
const FORMS: &str = "forms: an id or its last 6 characters, Ada Lovelace, ada@example.com, +14155550123 or its last 7 \
                     digits, an account number or its last 4, 6 or more digits, a reference, 1,234.56 USD, \
                     Lovelace 1,234.56 USD, USD/EUR";
/// Maximum number of characters of a searched text.
const MAX_TEXT: usize = 1_000;

noun! {
    /// Find customers, accounts, payments and all else by what is known of them
    "find" {
        /// Find by an id or its end, a name, a contact, a number, a reference, an amount, a currency pair or a kind
        /// of alert
        "text": Look => read_deployment(find).on_any_platform(),
        /// Write the search terms of all customers, accounts, payments and unmatched deposits again, with a line of
        /// progress after each thousand
        "rebuild": Administer => act_or_export(preview_rebuild, rebuild).on_any_platform(),
    }
}

arguments! {
    struct FindRequest {
        #[serde(deserialize_with = "searched_words")]
        text: Vec<String> = words("Text to find; - reads it from standard input"),
        kind: Option<String> = option("Only this kind: customer, external-account, payment, unmatched-deposit, ..."),
        #[serde(default = "default_number::<20>")]
        limit: u32 = number("Maximum number of results [default: 20]"),
    }
}

/// Reads the words of a searched text. A text that is too long is refused with the other arguments, before any work.
fn searched_words<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    let words = Vec::<String>::deserialize(deserializer)?;
    let length: usize = words.iter().map(|word| word.chars().count()).sum();
    if length > MAX_TEXT {
        return Err(D::Error::custom(format!("a searched text has up to {MAX_TEXT} characters")));
    }
    Ok(words)
}

/// A resource that was found.
#[derive(serde::Serialize)]
struct FoundRow {
    kind: &'static str,
    id: String,
    /// The reading of the text that found it.
    matched: &'static str,
    status: Option<String>,
    /// Name, account type or reference.
    about: Option<String>,
    amount: Option<Money>,
    created_at: Option<Time>,
    platform: Option<PlatformId>,
    /// The command that shows it.
    next: Option<String>,
}

fn find(tx: &mut Tx<'_>, call: &Call, request: &FindRequest) -> Answer<Vec<FoundRow>> {
    let text = request.text.join(" ");
    let kind = request.kind.as_deref().map(kind).transpose()?;
    if !(1..=MAX_RESULTS).contains(&request.limit) {
        return Err(OperatorError::invalid(format!("a search has 1 to {MAX_RESULTS} results")));
    }
    let platforms = call.platform.all(tx)?.into_iter();
    let viewers: Vec<Viewer> = platforms.map(|platform| Viewer::of(call, platform)).collect();
    let sees_persons = viewers.iter().any(|viewer| viewer.personal.may_see_person());
    let mut tried: Vec<Reading> = readings(&text);
    tried.retain(|reading| sees_persons || !reading.is_personal());
    if tried.is_empty() {
        return Err(OperatorError::invalid("there is nothing to find").remedy("see: causeway find --help"));
    }
    let includes_deployment = call.platform.ids(tx)?.is_none();
    if includes_deployment
        && kind.is_none()
        && let Some(found) = rate(tx, &text)?
    {
        return Ok(vec![of_rate(found)]);
    }
    let limit = request.limit.max(MIN_RANKED);
    let lookup = Lookup { app: &call.app, kind, limit, includes_deployment };
    let mut rows = Vec::new();
    for found in lookup.all(tx, &viewers, &tried)? {
        rows.extend(row(tx, call, found)?);
    }
    if rows.is_empty() {
        let message = "nothing was found";
        return Err(
            OperatorError::new(Kind::NotFound, message).remedy(format!("tried: {}; {FORMS}", names(&tried)))
        );
    }
    rank(&mut rows, &text);
    rows.truncate(usize::try_from(request.limit).unwrap_or(usize::MAX));
    Ok(rows)
}

/// Puts the names that are spelled as the text before those that are like it. Rows of other readings stay before.
fn rank(rows: &mut [FoundRow], text: &str) {
    let text = text.to_lowercase();
    let typed: Vec<&str> = text.split_whitespace().collect();
    let first = rows.iter().position(|row| row.matched == NAME).unwrap_or(rows.len());
    let (_, of_names) = rows.split_at_mut(first);
    of_names.sort_by_key(|row| {
        let about = row.about.as_deref().unwrap_or_default().to_lowercase();
        let words: Vec<&str> = about.split_whitespace().collect();
        let is_spelled = typed.iter().all(|word| words.contains(word));
        (words != typed, !is_spelled)
    });
}

/// Returns the row of a match, or `None` if the resource is gone.
fn row(tx: &mut Tx<'_>, call: &Call, found: Match) -> Answer<Option<FoundRow>> {
    let personal = PersonalData::of(call, found.platform.as_ref().map(|platform| platform.id));
    let Some(summary) = summary(tx, personal, &found)? else { return Ok(None) };
    Ok(Some(FoundRow {
        kind: found.kind.as_str(),
        id: summary.id,
        matched: found.matched,
        status: summary.status,
        about: summary.about,
        amount: summary.amount,
        created_at: summary.created_at,
        platform: found.platform.map(|platform| platform.id),
        next: summary.next,
    }))
}

/// Returns the row of a rate, which belongs to no platform.
fn of_rate(summary: Summary) -> FoundRow {
    FoundRow {
        kind: "RATE",
        id: summary.id,
        matched: "currency pair",
        status: summary.status,
        about: summary.about,
        amount: summary.amount,
        created_at: summary.created_at,
        platform: None,
        next: summary.next,
    }
}

/// Parses a kind as in the commands, `external-account`, or as in results, `EXTERNAL_ACCOUNT`.
fn kind(text: &str) -> Answer<ResourceKind> {
    let spelling = text.to_ascii_uppercase().replace('-', "_");
    spelling.parse().map_err(|_| {
        let all: Vec<String> = ResourceKind::ALL.iter().map(|kind| kind.as_str().to_lowercase()).collect();
        OperatorError::invalid(format!("there is no kind {text}"))
            .remedy(format!("kinds: {}", all.join(", ")))
    })
}

/// Names the readings, each once.
fn names(readings: &[Reading]) -> String {
    let mut names: Vec<&str> = readings.iter().map(Reading::about).collect();
    names.dedup();
    names.join("; ")
}
