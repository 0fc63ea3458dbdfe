//! Names of persons and contacts (customers 2.2).

/// The reason why a name is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameFault {
    /// Empty, or more than 255 characters.
    Length,
    /// A control character, or one of markup and shells.
    Character(char),
    /// Spaces at an end, or two in a row.
    Spaces,
}

const MAX_CHARACTERS: usize = 255;
const REFUSED: &str = "<>{}[]|\\^~;";

/// Checks that a text can be a name. Digits and single words are allowed.
///
/// # Errors
/// The first fault of the name.
pub fn check_name(name: &str) -> Result<(), NameFault> {
    if !(1..=MAX_CHARACTERS).contains(&name.chars().count()) {
        return Err(NameFault::Length);
    }
    if let Some(character) = name.chars().find(|c| c.is_control() || REFUSED.contains(*c)) {
        return Err(NameFault::Character(character));
    }
    if name.starts_with(char::is_whitespace)
        || name.ends_with(char::is_whitespace)
        || name.chars().zip(name.chars().skip(1)).any(|(a, b)| a.is_whitespace() && b.is_whitespace())
    {
        return Err(NameFault::Spaces);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_many_kinds_pass() {
        for name in [
            "Jane Doe",
            "Jane",
            "Jane Doe 001",
            "Anne-Marie O'Neil",
            "李小龙",
            "Þórður Ælfred",
            &"x".repeat(255),
        ] {
            assert_eq!(check_name(name), Ok(()), "{name}");
        }
    }

    #[test]
    fn an_invalid_name_is_refused_with_its_fault() {
        for (name, error) in [
            ("", NameFault::Length),
            (&*"ä".repeat(256), NameFault::Length),
            ("Jane; Doe", NameFault::Character(';')),
            ("<b>", NameFault::Character('<')),
            ("Jane\\Doe", NameFault::Character('\\')),
            ("Jane\nDoe", NameFault::Character('\n')),
            (" Jane", NameFault::Spaces),
            ("Jane ", NameFault::Spaces),
            ("Jane  Doe", NameFault::Spaces),
        ] {
            assert_eq!(check_name(name), Err(error), "{name}");
        }
    }
}
