//! Characters that are invisible or change the text direction. They are refused in every text, so that two
//! texts that look the same are the same.

use icu_properties::props::{
    BidiControl, CanonicalCombiningClass, DefaultIgnorableCodePoint, Emoji, EmojiModifier,
    ExtendedPictographic, Script,
};
use icu_properties::{CodePointMapData, CodePointSetData};

use super::letter::{is_joiner, is_letter_or_number, is_line_break, is_mark, joins, script};

/// The black flag, the only emoji that spells a country of its own by invisible letters after it.
const BLACK_FLAG: char = '\u{1f3f4}';
/// Tag sequences of the flags of England, Scotland and Wales: every sequence that Unicode recommends for
/// interchange.
const FLAGS: [&str; 3] = [
    "\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
    "\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}",
    "\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}",
];
/// Variation selector that requests the coloured form of a sign.
const EMOJI_FORM: char = '\u{fe0f}';
/// Combining key frame, as around a digit.
const KEYCAP: char = '\u{20e3}';

/// A reason to refuse a text for display.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextDefect {
    /// The text contains a control character or a line break.
    Control,
    /// The text contains a character that changes the direction of the text around it, so that it reads as
    /// another one.
    Direction,
    /// The text contains an invisible character.
    Hidden,
    /// The text has no visible character.
    Invisible,
}

impl TextDefect {
    /// Returns the error message for the sender of the text.
    #[must_use]
    pub const fn message(self) -> &'static str {
        match self {
            Self::Control => "must not hold control characters",
            Self::Direction => "must not hold characters that change the direction of text",
            Self::Hidden => "must not hold invisible characters",
            Self::Invisible => "must hold something that can be seen",
        }
    }
}

/// Checks a serialized value like [`check_showable`], but accepts the line breaks and indentation of a
/// serializer.
///
/// # Errors
/// The first reason to refuse the text.
pub fn check_serialized(text: &str) -> Result<(), TextDefect> {
    text.split(['\n', '\r', '\t'])
        .filter(|line| !line.trim_matches(' ').is_empty())
        .try_for_each(check_showable)
}

/// Checks that a text is visible and contains no characters that are refused in every text. An empty text
/// passes; another rule decides if it may be empty.
///
/// # Errors
/// The first reason to refuse the text.
pub fn check_showable(text: &str) -> Result<(), TextDefect> {
    if text.is_ascii() {
        return check_ascii(text.as_bytes());
    }
    let mut around = Context::default();
    let mut rest = text.chars();
    let mut is_visible = false;
    while let Some(letter) = rest.next() {
        if letter.is_control() || is_line_break(letter) {
            return Err(TextDefect::Control);
        }
        if !letter.is_ascii() {
            if CodePointSetData::new::<BidiControl>().contains(letter) {
                return Err(TextDefect::Direction);
            }
            let next = rest.clone().next();
            if is_hidden(letter) {
                if is_visible_here(letter, &around, next) {
                    around.previous = Some(letter);
                    continue;
                }
                // A text of hidden characters only is reported as invisible.
                let is_lost = !is_visible && rest.all(|one| is_blank(one) || is_hidden(one));
                return Err(if is_lost { TextDefect::Invisible } else { TextDefect::Hidden });
            }
        }
        is_visible = is_visible || !is_blank(letter);
        around.advance(letter);
        skip_flag(letter, &mut rest);
    }
    if is_visible { Ok(()) } else { Err(TextDefect::Invisible) }
}

/// Checks an ASCII text, in which only control characters and spaces are invisible.
fn check_ascii(text: &[u8]) -> Result<(), TextDefect> {
    if text.iter().any(u8::is_ascii_control) {
        return Err(TextDefect::Control);
    }
    let is_visible = text.is_empty() || text.iter().any(u8::is_ascii_graphic);
    if is_visible { Ok(()) } else { Err(TextDefect::Invisible) }
}

/// Context of the current character: those before it.
#[derive(Default)]
struct Context {
    previous: Option<char>,
    /// Script of the last letter that has one of its own; marks have none.
    script: Option<Script>,
}

impl Context {
    fn advance(&mut self, letter: char) {
        let own = script(letter);
        if own != Script::Inherited {
            self.script = Some(own);
        }
        self.previous = Some(letter);
    }
}

/// Returns `true` for whitespace and the blank Braille pattern.
const fn is_blank(letter: char) -> bool {
    letter.is_whitespace() || letter == '\u{2800}'
}

/// Returns `true` for characters without a glyph of their own: `Default_Ignorable_Code_Point` and the
/// interlinear annotation signs.
fn is_hidden(letter: char) -> bool {
    CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(letter)
        || matches!(letter, '\u{fff9}'..='\u{fffb}')
}

/// Returns `true` if the hidden character changes the look of those around it.
fn is_visible_here(letter: char, around: &Context, next: Option<char>) -> bool {
    let Some(previous) = around.previous else { return false };
    let is_mongolian = around.script == Some(Script::Mongolian);
    match letter {
        _ if is_joiner(letter) => is_joined(letter, previous, around.script, next),
        EMOJI_FORM if previous.is_ascii() => next == Some(KEYCAP),
        '\u{fe00}'..=EMOJI_FORM => is_emoji(previous) || around.script.is_some_and(has_variants),
        '\u{e0100}'..='\u{e01ef}' => script(previous) == Script::Han,
        '\u{180b}'..='\u{180d}' | '\u{180f}' => is_mongolian,
        '\u{180e}' => is_mongolian && next.is_some_and(|next| script(next) == Script::Mongolian),
        _ => false,
    }
}

/// Returns `true` for scripts with standardised letter variants.
fn has_variants(script: Script) -> bool {
    [Script::Han, Script::Myanmar, Script::Mongolian, Script::PhagsPa, Script::Manichaean].contains(&script)
}

fn is_emoji(letter: char) -> bool {
    CodePointSetData::new::<Emoji>().contains(letter)
}

/// Returns `true` for a joiner between letters of which one is of a joining script, after a mark that
/// silences a vowel, or between two emoji.
fn is_joined(joiner: char, previous: char, script_before: Option<Script>, next: Option<char>) -> bool {
    let is_letter = |letter: char| is_letter_or_number(letter) && !is_joiner(letter);
    if joiner == '\u{200d}' && next.is_some_and(is_pictograph) && ends_pictograph(previous) {
        return true;
    }
    let silences =
        CodePointMapData::<CanonicalCombiningClass>::new().get(previous) == CanonicalCombiningClass::Virama;
    let is_between = next.is_some_and(|next| {
        let joins_after = !is_mark(next) && joins(script(next));
        is_letter(next) && (joins_after || script_before.is_some_and(joins))
    });
    is_letter(previous) && (silences || is_between)
}

fn is_pictograph(letter: char) -> bool {
    CodePointSetData::new::<ExtendedPictographic>().contains(letter)
}

fn ends_pictograph(letter: char) -> bool {
    is_pictograph(letter) || letter == EMOJI_FORM || CodePointSetData::new::<EmojiModifier>().contains(letter)
}

/// Skips the invisible letters that make a country's flag of a black flag.
fn skip_flag(letter: char, rest: &mut std::str::Chars<'_>) {
    if letter != BLACK_FLAG {
        return;
    }
    if let Some(behind) = FLAGS.iter().find_map(|flag| rest.as_str().strip_prefix(flag)) {
        *rest = behind.chars();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn serialized_values_may_have_lines() {
        for text in ["", "{\n\t\"a\": 1\r\n}\n", "{}", " \n "] {
            assert_eq!(check_serialized(text), Ok(()), "{text:?}");
        }
        assert_eq!(check_serialized("{\n\u{0}}"), Err(TextDefect::Control));
        assert_eq!(check_serialized("{\n\u{b}}"), Err(TextDefect::Control));
        assert_eq!(check_serialized("{\n\u{202e}}"), Err(TextDefect::Direction));
    }

    #[test]
    fn texts_of_all_scripts_can_be_shown() {
        for text in [
            "",
            "Jane Doe",
            "李小龙",
            "葛\u{e0100}城市",
            "שרה",
            "עִבְרִית",
            "علی\u{200c}رضا",
            "iPhone\u{200c}ها",
            "۲۰\u{200c}ساله",
            "मुख्य कुंजी",
            "क्\u{200d}ष क्\u{200c}ष",
            "ශ්\u{200d}රී",
            "রাজ\u{9b0}\u{200d}\u{9cd}যাব",
            "രാജന്\u{200d} നായര്\u{200d}",
            "என் சாவி",
            "ณัฐพงษ์",
            "ကျော်ဇော",
            "ᠮᠣᠩᠭᠣᠯ\u{180b} ᠠᠮ\u{180e}ᠠ",
            "👩\u{200d}👧 👨🏽\u{200d}⚕\u{fe0f} ❤\u{fe0f}\u{200d}🔥 1\u{fe0f}\u{20e3}",
            "🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f} Alba",
            "e\u{301}",
        ] {
            assert_eq!(check_showable(text), Ok(()), "{text:?}");
        }
    }

    #[test]
    fn hidden_and_direction_characters_are_found() {
        for (why, texts) in [
            (TextDefect::Control, &["a\u{0}b", "a\u{85}", "a\u{2028}b", "a\u{2029}"] as &[&str]),
            (TextDefect::Direction, &["Jane \u{202e}eoD", "\u{2067}x\u{2069}", "x\u{200f}", "\u{61c}x"]),
            (TextDefect::Invisible, &[" ", "\u{200b}\u{feff}", "\u{3164}\u{2800}\u{a0}\u{e0041}"]),
            (
                TextDefect::Hidden,
                &[
                    "Jane\u{200b}Doe",
                    "\u{feff}Jane",
                    "Jane\u{2060}",
                    "so\u{ad}ft",
                    "a\u{3164}b",
                    "a\u{34f}b",
                    "a\u{2062}b",
                    "a\u{fffb}b",
                    // Joiners without an effect.
                    "Ja\u{200d}ne",
                    "Ja\u{200c}ne",
                    "Иван\u{200d}ов",
                    "علی\u{200c} رضا",
                    "\u{200d}علی",
                    "علی\u{200c}\u{200c}رضا",
                    "👩\u{200d}",
                    "👩\u{200c}👧",
                    // Variation selectors without an effect.
                    "order-1\u{fe0f}",
                    "Jane\u{fe0f}",
                    "Jane\u{e0100}",
                    "❤\u{fe0f}\u{fe0f}",
                    // Hidden letters after a flag.
                    "🏴\u{e0068}\u{e0069}\u{e007f}",
                    "x\u{e0067}",
                ],
            ),
        ] {
            for text in texts {
                assert_eq!(check_showable(text), Err(why), "{text:?}");
            }
        }
    }
}
