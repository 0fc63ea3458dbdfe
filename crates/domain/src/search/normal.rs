//! Normalisation: different spellings of a name, a number or a reference become one text.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Maximum number of words of a name that are search terms.
const MAX_WORDS: usize = 16;
/// Maximum length of a word in characters; further ones do not count.
const MAX_WORD: usize = 64;
/// Maximum length of a number or a reference in characters; further ones do not count.
const MAX_NUMBER: usize = 128;
/// Maximum length of a text in characters; further ones do not count. A character may become many in compatible
/// forms.
const MAX_TEXT: usize = 4_096;

/// Returns the words of a text in lower case and without marks, split at all that is neither a letter nor a
/// digit. Words beyond the sixteenth are left out.
#[must_use]
pub fn words(text: &str) -> Vec<String> {
    let plain = plain(text);
    let words = plain.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    words.take(MAX_WORDS).map(|word| word.chars().take(MAX_WORD).collect()).collect()
}

/// Returns the letters and digits of an account number, an address or a reference, in lower case and without
/// marks.
#[must_use]
pub fn letters_and_digits(text: &str) -> String {
    plain(text).chars().filter(|letter| letter.is_alphanumeric()).take(MAX_NUMBER).collect()
}

/// Returns the digits of a telephone number, without the prefix of international calls.
#[must_use]
pub fn phone_digits(text: &str) -> String {
    let digits: String = text.chars().filter(char::is_ascii_digit).take(MAX_NUMBER).collect();
    digits.strip_prefix("00").unwrap_or(&digits).to_owned()
}

/// Returns the last `count` characters of a number, or `None` if it is shorter.
#[must_use]
pub fn last_letters(number: &str, count: usize) -> Option<&str> {
    let before = number.chars().count().checked_sub(count)?;
    let at = number.char_indices().nth(before).map_or(number.len(), |(at, _)| at);
    number.get(at..)
}

/// Returns a text in lower case, without marks and in compatible forms: `Ｊosé` becomes `jose`.
fn plain(text: &str) -> String {
    let decomposed = text.chars().take(MAX_TEXT).nfkd().filter(|letter| !is_combining_mark(*letter));
    let lower: String = decomposed.flat_map(char::to_lowercase).collect();
    lower.nfkd().filter(|letter| !is_combining_mark(*letter)).collect()
}
