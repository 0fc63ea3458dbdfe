//! Habits of speech that the style page rules out, found in one comment.

use super::comment::{Comment, Subject};

/// A habit that makes a comment hard to read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Habit {
    /// A question word among the first three words.
    Question,
    /// A function described without a verb in the third person in front.
    NoVerb,
    /// An actor without a name.
    NoActor,
    /// "Stands" where "is" would do.
    Stands,
    /// Errors of the database listed once more.
    Repetition,
    /// A field comment that says no more than the name.
    Echo,
}

impl Habit {
    pub(super) const ALL: [Self; 6] =
        [Self::Question, Self::NoVerb, Self::NoActor, Self::Stands, Self::Repetition, Self::Echo];

    /// Returns the rule that the habit breaks.
    pub(super) fn rule(self) -> &'static str {
        match self {
            Self::Question => "no question word among the first three words",
            Self::NoVerb => "a function's comment begins with a verb in the third person",
            Self::NoActor => "name the actor instead of \"nobody\", \"somebody\" or \"whoever\"",
            Self::Stands => "\"is\" instead of \"stands\"",
            Self::Repetition => "errors of the database are said once, on the crate's page",
            Self::Echo => "a field comment adds a unit, a shape or a rule",
        }
    }
}

const QUESTIONS: &[&str] = &[
    "what",
    "whether",
    "whose",
    "where",
    "how",
    "who",
    "when",
    "whatever",
    "whoever",
    "whichever",
    "wherever",
];
const UNNAMED: &[&str] = &["nobody", "somebody", "whoever"];
const ECHOES: &[&str] = &["its", "what", "when", "whose"];

/// Words that end in `s` and are no verbs.
const NO_VERBS: &[&str] = &[
    "access",
    "address",
    "afterwards",
    "always",
    "as",
    "basis",
    "bytes",
    "class",
    "its",
    "less",
    "others",
    "plus",
    "process",
    "status",
    "this",
    "thus",
    "was",
];

/// Words behind a plural noun: "Accounts of a customer" lists, and does nothing.
const BEHIND_NOUNS: &[&str] = &["of", "which", "whose", "who", "are", "were", "have"];

/// Returns the habits of a comment, each once.
pub(super) fn habits(comment: &Comment) -> Vec<Habit> {
    let words = words(&comment.text);
    let opening = &words[..words.len().min(3)];
    let has = |list: &[&str], words: &[String]| words.iter().any(|word| list.contains(&word.as_str()));
    Habit::ALL
        .into_iter()
        .filter(|habit| match habit {
            Habit::Question => has(QUESTIONS, opening),
            Habit::NoVerb => comment.subject == Subject::Function && !begins_with_verb(&words),
            Habit::NoActor => has(UNNAMED, &words),
            Habit::Stands => words.windows(2).any(|pair| pair[0] == "stands" && pair[1] != "for"),
            Habit::Repetition => comment.text.contains("Those of the database"),
            Habit::Echo => {
                comment.subject == Subject::Field
                    && words.len() <= 5
                    && has(ECHOES, &words[..words.len().min(1)])
            }
        })
        .collect()
}

/// Returns the words in lower case; one in backticks keeps them.
fn words(text: &str) -> Vec<String> {
    let separated = text.split(|letter: char| !(letter.is_alphanumeric() || "_'’`".contains(letter)));
    separated.filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

fn begins_with_verb(words: &[String]) -> bool {
    let Some(first) = words.first().map(String::as_str) else { return false };
    let is_third_person = first.len() > 2
        && first.ends_with('s')
        && !first.ends_with("ss")
        && first.chars().all(|letter| letter.is_ascii_lowercase())
        && !NO_VERBS.contains(&first);
    let is_list = words.get(1).is_some_and(|second| BEHIND_NOUNS.contains(&second.as_str()));
    is_third_person && !is_list
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(subject: Subject, text: &str) -> Vec<Habit> {
        habits(&Comment { line: 1, text: text.to_owned(), subject })
    }

    #[test]
    fn finds_each_habit() {
        use Habit::{Echo, NoActor, NoVerb, Question, Repetition, Stands};
        use Subject::{Field, Function, Other};
        let cases = [
            (Function, "Whether the account can be paid to.", vec![Question, NoVerb]),
            (Function, "Returns what nobody has asked for.", vec![Question, NoActor]),
            (Function, "The account with this id.", vec![NoVerb]),
            (Function, "Accounts of a customer.", vec![NoVerb]),
            (Function, "`None` unless it is set.", vec![NoVerb]),
            (Other, "A row as it stands in the database.", vec![Stands]),
            (Function, "Locks it. # Errors Those of the database.", vec![Repetition]),
            (Field, "Its id.", vec![Echo]),
        ];
        for (subject, text, expected) in cases {
            assert_eq!(found(subject, text), expected, "{text}");
        }
    }

    #[test]
    fn leaves_plain_words_alone() {
        for text in
            ["Returns the account, or `None`.", "Checks that it may send.", "Has the rail return the money."]
        {
            assert_eq!(found(Subject::Function, text), [], "{text}");
        }
        assert_eq!(found(Subject::Field, "In milliseconds, on the platform's clock."), []);
        assert_eq!(found(Subject::Other, "`ID` stands for any identifier."), []);
    }
}
