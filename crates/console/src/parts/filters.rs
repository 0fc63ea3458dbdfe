//! The filters of a list: the flags of its command, as the fields of a form and as chips that can be removed.

use crate::entry::Entry;
use crate::forms::Fields;
use crate::urls::with_query;

/// A filter: a flag of the command of the list. None of them is personal.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FilterField {
    pub(crate) name: &'static str,
    pub(crate) label: &'static str,
    pub(crate) kind: FilterKind,
}

impl FilterField {
    /// Returns a filter by a text, with an example.
    pub(crate) const fn text(name: &'static str, label: &'static str, example: &'static str) -> Self {
        Self { name, label, kind: FilterKind::Text(example) }
    }

    /// Returns a filter by one of these words.
    pub(crate) const fn word(
        name: &'static str,
        label: &'static str,
        words: fn() -> Vec<&'static str>,
    ) -> Self {
        Self { name, label, kind: FilterKind::Word(words) }
    }

    /// Returns a filter by one of these words, for a flag that takes several.
    pub(crate) const fn words(
        name: &'static str,
        label: &'static str,
        words: fn() -> Vec<&'static str>,
    ) -> Self {
        Self { name, label, kind: FilterKind::Words(words) }
    }

    /// Returns a filter by an instant.
    pub(crate) const fn instant(name: &'static str, label: &'static str) -> Self {
        Self { name, label, kind: FilterKind::Instant }
    }

    /// Returns a filter that is set or not.
    pub(crate) const fn flag(name: &'static str, label: &'static str) -> Self {
        Self { name, label, kind: FilterKind::Flag }
    }
}

/// The kind of a filter.
#[derive(Debug, Clone, Copy)]
pub(crate) enum FilterKind {
    /// A text, with an example.
    Text(&'static str),
    /// One of these words.
    Word(fn() -> Vec<&'static str>),
    /// One of these words, for a flag that takes several.
    Words(fn() -> Vec<&'static str>),
    /// An instant, or a day, which begins at midnight UTC.
    Instant,
    /// Set or not.
    Flag,
}

/// The filters of a list with their values.
#[derive(Debug)]
pub(crate) struct Filters {
    /// The list without filters.
    pub(crate) path: String,
    pub(crate) fields: Vec<FilterValue>,
}

/// A filter with its value.
#[derive(Debug)]
pub(crate) struct FilterValue {
    pub(crate) field: FilterField,
    /// Empty if the list is not filtered by it.
    pub(crate) value: String,
}

/// A filter, with the list without it if it is set, or else with it.
#[derive(Debug)]
pub(crate) struct FilterChip {
    pub(crate) text: String,
    pub(crate) href: String,
}

impl Filters {
    /// Reads the values from the parameters of an address.
    pub(crate) fn read(path: String, declared: &[FilterField], given: &Fields) -> Self {
        let value = |field: &FilterField| FilterValue {
            field: *field,
            value: given.get(field.name).map(|text| field.kind.spelled(text)).unwrap_or_default(),
        };
        Self { path, fields: declared.iter().map(value).collect() }
    }

    /// Returns the names and values of the filters that are set.
    pub(crate) fn pairs(&self) -> Vec<(&str, &str)> {
        self.set().map(|one| (one.field.name, one.value.as_str())).collect()
    }

    /// Adds the filters to the entry of the list.
    pub(crate) fn apply(&self, entry: Entry) -> Entry {
        self.set().fold(entry, |entry, one| match one.field.kind {
            FilterKind::Flag => entry.with(one.field.name, true),
            FilterKind::Words(_) => entry.with(one.field.name, vec![one.value.as_str()]),
            FilterKind::Text(_) | FilterKind::Word(_) | FilterKind::Instant => {
                entry.with(one.field.name, one.value.as_str())
            }
        })
    }

    /// Returns the filters that are set, each with the list without it.
    pub(crate) fn chips(&self) -> Vec<FilterChip> {
        let chip = |one: &FilterValue| {
            let others: Vec<(&str, &str)> =
                self.pairs().into_iter().filter(|(name, _)| *name != one.field.name).collect();
            let label = one.field.label;
            let text = match one.field.kind {
                FilterKind::Flag => label.to_owned(),
                FilterKind::Text(_) | FilterKind::Word(_) | FilterKind::Words(_) | FilterKind::Instant => {
                    format!("{label} {}", one.value)
                }
            };
            FilterChip { text, href: with_query(&self.path, &others) }
        };
        self.set().map(chip).collect()
    }

    /// Returns the flags that are not set, each with the list narrowed by it.
    pub(crate) fn toggles(&self) -> Vec<FilterChip> {
        let unset = self.fields.iter().filter(|one| one.field.kind.is_flag() && one.value.is_empty());
        let toggle = |one: &FilterValue| {
            let more = [self.pairs(), vec![(one.field.name, "true")]].concat();
            let text = format!("Only {}", one.field.label.to_lowercase());
            FilterChip { text, href: with_query(&self.path, &more) }
        };
        unset.map(toggle).collect()
    }

    /// Returns `true` if no filter is set.
    pub(crate) fn is_empty(&self) -> bool {
        self.set().next().is_none()
    }

    fn set(&self) -> impl Iterator<Item = &FilterValue> {
        self.fields.iter().filter(|one| !one.value.is_empty())
    }
}

impl FilterValue {
    /// Returns `true` if the value is this word.
    pub(crate) fn has(&self, word: &str) -> bool {
        self.value == word
    }
}

impl FilterKind {
    /// Returns a value as the command takes it.
    fn spelled(self, text: &str) -> String {
        let is_day = || text.len() == 10 && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
        match self {
            Self::Instant if is_day() => format!("{text}T00:00:00Z"),
            Self::Flag => "true".to_owned(),
            Self::Text(_) | Self::Word(_) | Self::Words(_) | Self::Instant => text.to_owned(),
        }
    }

    /// Returns the words that the filter takes; none if it takes others.
    pub(crate) fn words(&self) -> Vec<&'static str> {
        match self {
            Self::Word(words) | Self::Words(words) => words(),
            Self::Text(_) | Self::Instant | Self::Flag => Vec::new(),
        }
    }

    /// Returns an example of a value.
    pub(crate) const fn example(&self) -> &'static str {
        match self {
            Self::Text(example) => example,
            Self::Instant => "2026-03-01",
            Self::Word(_) | Self::Words(_) | Self::Flag => "",
        }
    }

    pub(crate) const fn is_flag(&self) -> bool {
        matches!(self, Self::Flag)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const DECLARED: [FilterField; 3] = [
        FilterField::word("status", "Status", || vec!["FAILED"]),
        FilterField::instant("since", "Since"),
        FilterField::flag("open", "Open"),
    ];

    #[test]
    fn filters_are_flags_of_the_command() {
        let given = Fields::parse("status=FAILED&since=2026-03-01&open=on&unknown=x");
        let filters = Filters::read("/list".to_owned(), &DECLARED, &given);
        let command = filters.apply(Entry::new("payment", "list")).command();
        assert_eq!(command, "causeway payment list --status FAILED --open --since 2026-03-01T00:00:00Z");
        let chips = filters.chips();
        assert_eq!(chips[0].text, "Status FAILED");
        assert_eq!(chips[2].href, "/list?status=FAILED&since=2026-03-01T00:00:00Z");
    }

    #[test]
    fn a_flag_that_takes_several_words_gets_a_list_of_one() {
        let declared = [FilterField::words("status", "Status", || vec!["APPROVED", "REJECTED"])];
        let filters = Filters::read("/list".to_owned(), &declared, &Fields::parse("status=APPROVED"));
        let entry = filters.apply(Entry::new("verification", "list"));
        assert_eq!(entry.arguments["status"], json!(["APPROVED"]));
        assert_eq!(entry.command(), "causeway verification list --status APPROVED");
    }

    #[test]
    fn a_list_without_filters_has_no_chips() {
        let filters = Filters::read("/list".to_owned(), &DECLARED, &Fields::parse("status="));
        assert!(filters.is_empty() && filters.chips().is_empty() && filters.pairs().is_empty());
        let [toggle] = &filters.toggles()[..] else { panic!("no flag") };
        assert_eq!((toggle.text.as_str(), toggle.href.as_str()), ("Only open", "/list?open=true"));
    }
}
