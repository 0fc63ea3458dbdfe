//! States: a word, a glyph and a tone, so that none of them carries the meaning alone.

/// A state.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Status<'a> {
    pub(crate) word: &'a str,
    /// The class of its tone.
    pub(crate) tone: &'static str,
    pub(crate) glyph: &'static str,
}

/// States in which everything is as it should be.
const GOOD: [&str; 13] = [
    "ACTIVE",
    "APPROVED",
    "COMPLETED",
    "CREDITED",
    "DELIVERED",
    "ENABLED",
    "EXECUTED",
    "MATCHED",
    "OPEN",
    "SENT",
    "SETTLED",
    "SIGNING",
    "VERIFIED",
];
/// States that went wrong, or that stop something.
const BAD: [&str; 12] = [
    "DELETED",
    "DISABLED",
    "EXCEPTION",
    "FAILED",
    "FROZEN",
    "GIVEN_UP",
    "INACTIVE",
    "NOT_MATCHED",
    "REJECTED",
    "RETURNED",
    "SUSPENDED",
    "page",
];
/// States that are over, and neither.
const OVER: [&str; 8] =
    ["CANCELED", "CANCELLED", "CLOSED", "EXPIRED", "FORMER", "NOT_FOUND", "REFUNDED", "note"];

impl<'a> Status<'a> {
    /// Returns a state by its name. One of no list is under way.
    pub(crate) fn of(word: &'a str) -> Self {
        let tones = [(&GOOD[..], "good", "✓"), (&BAD[..], "bad", "✕"), (&OVER[..], "over", "–")];
        let known = tones.into_iter().find(|(words, ..)| words.contains(&word));
        let (tone, glyph) = known.map_or(("wait", "•"), |(_, tone, glyph)| (tone, glyph));
        Self { word, tone, glyph }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_tone_has_a_glyph_of_its_own() {
        let of = |word| (Status::of(word).tone, Status::of(word).glyph);
        assert_eq!(of("COMPLETED"), ("good", "✓"));
        assert_eq!(of("FAILED"), ("bad", "✕"));
        assert_eq!(of("REFUNDED"), ("over", "–"));
        let under_way = ["PROCESSING", "NEXT", "AUTHORIZED", "a word of another version"];
        assert!(under_way.into_iter().all(|word| of(word) == ("wait", "•")));
    }

    #[test]
    fn no_state_has_two_tones() {
        let all: Vec<&str> = [&GOOD[..], &BAD[..], &OVER[..]].concat();
        assert!(all.iter().enumerate().all(|(at, word)| !all[..at].contains(word)));
    }
}
