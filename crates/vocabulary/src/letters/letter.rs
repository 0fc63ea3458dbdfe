//! Classes of single characters, by Unicode's tables.

use icu_properties::CodePointMapData;
use icu_properties::props::{GeneralCategory, GeneralCategoryGroup, Script};

/// Scripts with letters that never change form next to a joiner.
const UNJOINED: [Script; 13] = [
    Script::Armenian,
    Script::Bopomofo,
    Script::Common,
    Script::Cyrillic,
    Script::Ethiopic,
    Script::Georgian,
    Script::Greek,
    Script::Han,
    Script::Hangul,
    Script::Hebrew,
    Script::Hiragana,
    Script::Katakana,
    Script::Latin,
];

/// Returns `true` for letters of every script, their marks, numbers and the two joiners.
#[must_use]
pub fn is_letter_or_number(letter: char) -> bool {
    letter.is_alphanumeric() || is_mark(letter) || is_joiner(letter)
}

/// Returns `true` for characters that end a line or paragraph and are not control characters.
#[must_use]
pub const fn is_line_break(letter: char) -> bool {
    matches!(letter, '\u{2028}' | '\u{2029}')
}

/// Returns `true` for `ZWNJ` and `ZWJ`, which choose the forms of the letters around them.
pub(super) const fn is_joiner(letter: char) -> bool {
    matches!(letter, '\u{200c}' | '\u{200d}')
}

pub(super) fn is_mark(letter: char) -> bool {
    GeneralCategoryGroup::Mark.contains(category(letter))
}

pub(super) fn category(letter: char) -> GeneralCategory {
    CodePointMapData::<GeneralCategory>::new().get(letter)
}

pub(super) fn script(letter: char) -> Script {
    CodePointMapData::<Script>::new().get(letter)
}

/// Returns `true` for scripts in which a joiner changes the reading.
pub(super) fn joins(script: Script) -> bool {
    script != Script::Inherited && !UNJOINED.contains(&script)
}
