//! What a text may consist of, because people read it: names stand in lists, mails and payment orders
//! (conventions 5.4).

/// Why a text must not be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unshowable {
    /// It holds a control character.
    Control,
    /// It holds a character that changes the direction of the text around it, so that it reads as another one.
    Direction,
    /// Nothing of it can be seen.
    Invisible,
}

impl Unshowable {
    /// The message for whoever sent the text.
    #[must_use]
    pub const fn message(self) -> &'static str {
        match self {
            Self::Control => "must not hold control characters",
            Self::Direction => "must not hold characters that change the direction of text",
            Self::Invisible => "must hold something that can be seen",
        }
    }
}

/// Looks for what no text may hold. An empty text holds nothing; whether it may be empty is another rule.
///
/// # Errors
/// The first reason why the text must not be shown.
pub fn check_showable(text: &str) -> Result<(), Unshowable> {
    check(text, changes_direction, is_invisible)
}

fn check(text: &str, changes_direction: IsLetter, is_invisible: IsLetter) -> Result<(), Unshowable> {
    let mut is_visible = text.is_empty();
    for letter in text.chars() {
        if letter.is_control() {
            return Err(Unshowable::Control);
        }
        if changes_direction(letter) {
            return Err(Unshowable::Direction);
        }
        is_visible = is_visible || !is_invisible(letter);
    }
    if is_visible { Ok(()) } else { Err(Unshowable::Invisible) }
}

/// Whether a letter is of a kind.
type IsLetter = fn(char) -> bool;

/// Unicode's property `Bidi_Control`.
const fn changes_direction(letter: char) -> bool {
    matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Whether a letter leaves no mark: white space, Unicode's property `Default_Ignorable_Code_Point`, and the blank
/// of Braille.
const fn is_invisible(letter: char) -> bool {
    letter.is_whitespace()
        || matches!(
            letter,
            '\u{ad}'
                | '\u{34f}'
                | '\u{115f}'..='\u{1160}'
                | '\u{17b4}'..='\u{17b5}'
                | '\u{180b}'..='\u{180f}'
                | '\u{200b}'..='\u{200d}'
                | '\u{2060}'..='\u{206f}'
                | '\u{2800}'
                | '\u{3164}'
                | '\u{fe00}'..='\u{fe0f}'
                | '\u{feff}'
                | '\u{ffa0}'
                | '\u{fff0}'..='\u{fff8}'
                | '\u{1bca0}'..='\u{1bca3}'
                | '\u{1d173}'..='\u{1d17a}'
                | '\u{e0000}'..='\u{e0fff}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_all_scripts_can_be_shown() {
        for text in ["", "Jane Doe", "李小龙", "שרה", "علی‌رضا", "👩\u{200d}👧", "e\u{301}"]
        {
            assert_eq!(check_showable(text), Ok(()), "{text:?}");
        }
    }

    #[test]
    fn what_hides_or_turns_is_found() {
        for (text, why) in [
            ("a\u{0}b", Unshowable::Control),
            ("a\u{85}", Unshowable::Control),
            ("Jane \u{202e}eoD", Unshowable::Direction),
            ("\u{2067}x\u{2069}", Unshowable::Direction),
            ("x\u{200f}", Unshowable::Direction),
            (" ", Unshowable::Invisible),
            ("\u{200b}\u{feff}", Unshowable::Invisible),
            ("\u{3164}\u{2800}\u{a0}\u{e0041}", Unshowable::Invisible),
        ] {
            assert_eq!(check_showable(text), Err(why), "{text:?}");
            // The planted faults: each kind of letter is looked for by one check alone.
            let none = |_| false;
            let (turning, hiding) = (check(text, none, is_invisible), check(text, changes_direction, none));
            assert_eq!(turning.is_ok(), why == Unshowable::Direction, "{text:?}");
            assert_eq!(hiding.is_ok(), why == Unshowable::Invisible, "{text:?}");
        }
    }
}
