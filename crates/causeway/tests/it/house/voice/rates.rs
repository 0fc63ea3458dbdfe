//! The rates, over all sources and file by file.

use super::super::source::Source;
use super::super::uphold::Violation;
use super::code::{paired_lets, tuple_parameters, type_names};
use super::comment::{Comment, Subject, comments};
use super::manner::{Habit, habits};

/// How many comments may have a habit.
#[derive(Debug, Clone, Copy)]
enum Limit {
    /// In all.
    Count(usize),
    /// Of a hundred comments.
    Percent(usize),
    /// Of a hundred comments on functions.
    PercentOfFunctions(usize),
}

/// How many worst places a complaint lists.
const WORST: usize = 25;

/// A file may have one comment in the old manner, and one more for each so many comments.
const COMMENTS_FOR_ONE: usize = 8;

fn limit(habit: Habit) -> Limit {
    match habit {
        Habit::Question => Limit::Percent(3),
        Habit::NoVerb => Limit::PercentOfFunctions(10),
        Habit::NoActor | Habit::Stands => Limit::Count(5),
        Habit::Repetition | Habit::Echo => Limit::Count(0),
    }
}

/// The comments of one file with their habits.
struct Page<'a> {
    path: &'a str,
    comments: Vec<(Comment, Vec<Habit>)>,
}

impl<'a> Page<'a> {
    fn of(source: &'a Source) -> Self {
        let with_habits = comments(source).into_iter().map(|comment| {
            let found = habits(&comment);
            (comment, found)
        });
        Self { path: &source.path, comments: with_habits.collect() }
    }

    fn habitual(&self) -> usize {
        self.comments.iter().filter(|(_, habits)| !habits.is_empty()).count()
    }
}

/// Returns a complaint for each rate that does not hold, with the worst places.
fn complaints(sources: &[Source]) -> Vec<String> {
    let pages: Vec<Page<'_>> = sources.iter().map(Page::of).collect();
    let mut complaints: Vec<String> =
        Habit::ALL.into_iter().filter_map(|habit| rate(habit, &pages)).collect();
    complaints.extend(pages.iter().filter_map(old_manner));
    complaints.extend(count("types are nouns", 0, sources.iter().flat_map(type_names)));
    complaints.extend(count("pairs in one `let`", 10, sources.iter().flat_map(paired_lets)));
    complaints.extend(count("tuples as parameters", 0, sources.iter().flat_map(tuple_parameters)));
    complaints
}

fn rate(habit: Habit, pages: &[Page<'_>]) -> Option<String> {
    let all = pages.iter().flat_map(|page| page.comments.iter().map(move |comment| (page.path, comment)));
    let (mut comments, mut functions, mut found) = (0_usize, 0_usize, Vec::new());
    for (path, (comment, habits)) in all {
        comments += 1;
        functions += usize::from(comment.subject == Subject::Function);
        if habits.contains(&habit) {
            found.push(Violation::new(path, comment.line, comment.text.chars().take(90).collect::<String>()));
        }
    }
    let allowed = match limit(habit) {
        Limit::Count(count) => count,
        Limit::Percent(percent) => comments * percent / 100,
        Limit::PercentOfFunctions(percent) => functions * percent / 100,
    };
    count(habit.rule(), allowed, found.into_iter())
}

/// Returns a complaint about a file that speaks in the old manner, however well the others speak.
fn old_manner(page: &Page<'_>) -> Option<String> {
    let allowed = 1 + page.comments.len() / COMMENTS_FOR_ONE;
    let habitual = page.habitual();
    (habitual > allowed).then(|| {
        let places = page.comments.iter().filter(|(_, habits)| !habits.is_empty());
        let lines: Vec<String> = places
            .map(|(comment, habits)| format!("    {}: {habits:?}: {}", comment.line, comment.text))
            .collect();
        format!(
            "{}: {habitual} comments in the old manner, at most {allowed}\n{}",
            page.path,
            lines.join("\n")
        )
    })
}

fn count(rule: &str, allowed: usize, found: impl Iterator<Item = Violation>) -> Option<String> {
    let found: Vec<Violation> = found.collect();
    (found.len() > allowed).then(|| {
        let worst: Vec<String> =
            found.iter().take(WORST).map(|violation| format!("    {violation}")).collect();
        format!("{rule}: {}, at most {allowed}; for example\n{}", found.len(), worst.join("\n"))
    })
}

#[cfg(test)]
mod tests {
    use super::super::super::source::sources;
    use super::*;

    #[test]
    fn the_rates_hold() {
        let complaints = complaints(sources());
        assert!(complaints.is_empty(), "docs/internals/style.md:\n{}", complaints.join("\n"));
    }

    /// Plants a file among all others: a small one must not vanish in the rates of the whole.
    fn complaints_with(planted: &str) -> Vec<String> {
        let mut all = sources().to_vec();
        all.push(Source::new("crates/x/src/planted.rs", planted));
        complaints(&all).into_iter().filter(|complaint| complaint.contains("planted.rs")).collect()
    }

    #[test]
    fn a_file_in_the_old_manner_is_found_among_all_others() {
        let old = "//! Where money waits.\n\n/// Whose it is; none: the platform's.\nfn owner() {}\n\
                   \n/// It, where it is an external account.\nfn external() {}\n";
        assert_eq!(complaints_with(old).len(), 1);
        let disguised = "//! Accounts.\n\n/// Returns what nobody has asked for.\nfn a() {}\n\
                         \n/// Returns whether somebody may send.\nfn b() {}\n";
        assert_eq!(complaints_with(disguised).len(), 1);
        let named = "//! Accounts.\nstruct Shown;\nfn a(b: (u8, u8)) {}";
        assert_eq!(complaints_with(named).len(), 2);
        let plain = "//! Accounts.\n\n/// Returns the owner, or `None` for the platform's own account.\nfn owner() {}\n";
        assert_eq!(complaints_with(plain), [""; 0]);
    }
}
