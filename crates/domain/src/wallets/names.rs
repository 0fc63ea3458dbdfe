//! What end users call their passkeys (wallet 4.1).

/// The most characters of a name.
const LENGTH_MAX: usize = 100;

/// The name without white space around it; none of what is no name: 1 to 100 letters, numbers, spaces and `. _ - ' ( )`.
#[must_use]
pub fn passkey_name(sent: &str) -> Option<&str> {
    let name = sent.trim();
    let is_known = |letter: char| letter.is_alphanumeric() || " ._-'()".contains(letter);
    let length = name.chars().count();
    ((1..=LENGTH_MAX).contains(&length) && name.chars().all(is_known)).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_words() {
        assert_eq!(passkey_name("  Jane's phone (2) "), Some("Jane's phone (2)"));
        assert_eq!(passkey_name("Élodie-Ⅷ_1."), Some("Élodie-Ⅷ_1."));
        assert_eq!(passkey_name(&"a".repeat(100)).map(str::len), Some(100));
        for bad in ["", "   ", "a/b", "a\nb", &"a".repeat(101)] {
            assert_eq!(passkey_name(bad), None, "{bad}");
        }
    }
}
