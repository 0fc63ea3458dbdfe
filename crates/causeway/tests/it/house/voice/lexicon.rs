//! Words that name no type by themselves: a participle, a pronoun and an image say nothing of what a value is.

/// Participles that do not end in `ed`.
const PARTICIPLES: &[&str] = &[
    "Begun", "Broken", "Built", "Chosen", "Done", "Drawn", "Found", "Given", "Gone", "Heard", "Held", "Kept",
    "Known", "Made", "Met", "Ran", "Said", "Seen", "Sent", "Shown", "Spent", "Taken", "Told", "Undone",
    "Unread", "Waiting", "Written",
];

/// Nouns that end in `ed`.
const NOUNS: &[&str] = &["Bed", "Feed", "Need", "Seed", "Speed"];

/// Pronouns, question words and other words without a content of their own.
const PRONOUNS: &[&str] = &[
    "Each",
    "Everything",
    "Facts",
    "First",
    "It",
    "Last",
    "Never",
    "Nothing",
    "Of",
    "One",
    "Other",
    "Place",
    "Rest",
    "Something",
    "Stuff",
    "Thing",
    "Things",
    "To",
    "Two",
    "What",
    "Which",
    "Who",
];

/// Pictures of things that the field has a name for.
const IMAGES: &[&str] = &[
    "Desk",
    "Fate",
    "Ink",
    "Light",
    "Mortal",
    "Occasion",
    "Papers",
    "Sheet",
    "Stumble",
    "Surroundings",
    "Voice",
    "Weather",
    "Wish",
];

/// Returns `true` if a type must not be called so.
pub(super) fn is_no_noun(name: &str) -> bool {
    let is_participle = name.ends_with("ed") && is_one_word(name) && !NOUNS.contains(&name);
    is_participle || [PARTICIPLES, PRONOUNS, IMAGES].iter().any(|words| words.contains(&name))
}

fn is_one_word(name: &str) -> bool {
    name.chars().filter(|letter| letter.is_uppercase()).count() == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distinguishes_nouns_from_other_words() {
        for name in ["Shown", "Asked", "Unmoved", "Place", "Ink", "What"] {
            assert!(is_no_noun(name), "{name}");
        }
        for name in ["Seed", "PaymentView", "LockedAccount", "Posting", "Outcome"] {
            assert!(!is_no_noun(name), "{name}");
        }
    }
}
