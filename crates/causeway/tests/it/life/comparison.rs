//! The comparison of an output with the one that a page shows, line by line. `…` is any text within a line;
//! a line that is only `…` is any number of lines.

const ANY: &str = "…";

/// One step on the way through the lines of a page and the lines of an output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    Fits,
    Differs,
    /// A line of the page that the output does not have.
    Missing,
    /// A line of the output that the page does not have.
    Extra,
    /// A line of the output that belongs to a line `…`.
    Skipped,
    /// The end of a line `…`.
    EndOfSkipped,
}

impl Step {
    fn cost(self) -> usize {
        usize::from(matches!(self, Self::Differs | Self::Missing | Self::Extra))
    }

    /// Returns the next place: a line of the page, and a line of the output.
    fn after(self, shown: usize, printed: usize) -> (usize, usize) {
        match self {
            Self::Fits | Self::Differs => (shown + 1, printed + 1),
            Self::Missing | Self::EndOfSkipped => (shown + 1, printed),
            Self::Extra | Self::Skipped => (shown, printed + 1),
        }
    }
}

/// The lines of both sides, with the number of differences from each place on.
struct Comparison<'a> {
    shown: Vec<&'a str>,
    printed: Vec<&'a str>,
    costs: Vec<Vec<usize>>,
}

impl<'a> Comparison<'a> {
    fn new(shown: &'a str, printed: &'a str) -> Self {
        let lines = |text: &'a str| text.trim_end().lines().map(str::trim_end).collect::<Vec<_>>();
        let mut comparison = Self { shown: lines(shown), printed: lines(printed), costs: Vec::new() };
        let columns = comparison.printed.len() + 1;
        comparison.costs = vec![vec![0; columns]; comparison.shown.len() + 1];
        for row in (0..comparison.costs.len()).rev() {
            for column in (0..columns).rev() {
                comparison.costs[row][column] = comparison.best(row, column).map_or(0, |(_, cost)| cost);
            }
        }
        comparison
    }

    fn steps(&self, shown: usize, printed: usize) -> &'static [Step] {
        match (self.shown.get(shown), self.printed.get(printed)) {
            (None, None) => &[],
            (None, Some(_)) => &[Step::Extra],
            (Some(&ANY), None) => &[Step::EndOfSkipped],
            (Some(&ANY), Some(_)) => &[Step::EndOfSkipped, Step::Skipped],
            (Some(_), None) => &[Step::Missing],
            (Some(line), Some(other)) if misfit(line, other).is_none() => {
                &[Step::Fits, Step::Missing, Step::Extra]
            }
            (Some(_), Some(_)) => &[Step::Differs, Step::Missing, Step::Extra],
        }
    }

    /// Returns the step to the fewest differences, with their number; `None` at the end.
    fn best(&self, shown: usize, printed: usize) -> Option<(Step, usize)> {
        let with_cost = self.steps(shown, printed).iter().map(|step| {
            let (row, column) = step.after(shown, printed);
            (*step, step.cost() + self.costs[row][column])
        });
        with_cost.min_by_key(|(_, cost)| *cost)
    }

    /// Returns both sides in one list: ` ` is on both, `-` only on the page, `+` only in the output.
    fn list(&self) -> String {
        let mut list = String::new();
        let mut shown = 0;
        let mut printed = 0;
        while let Some((step, _)) = self.best(shown, printed) {
            match step {
                Step::Fits | Step::Skipped => list += &format!("  {}\n", self.printed[printed]),
                Step::Missing => list += &format!("- {}\n", self.shown[shown]),
                Step::Extra => list += &format!("+ {}\n", self.printed[printed]),
                Step::EndOfSkipped => {}
                Step::Differs => {
                    let line = self.shown[shown];
                    let other = self.printed[printed];
                    let part = misfit(line, other).unwrap_or_default();
                    list += &format!("- {line}\n+ {other}\n? not printed here: {part}\n");
                }
            }
            (shown, printed) = step.after(shown, printed);
        }
        list
    }
}

/// Returns the differences between the output that a page shows and another one, or `None`.
pub(super) fn difference(shown: &str, printed: &str) -> Option<String> {
    let comparison = Comparison::new(shown, printed);
    (comparison.costs[0][0] > 0).then(|| comparison.list())
}

/// Returns a shown output with any number of other lines before, between and behind its lines.
pub(super) fn among_other_lines(shown: &str) -> String {
    let lines = shown.lines().filter(|line| !line.trim().is_empty());
    let spaced: Vec<String> = lines.map(|line| format!("{ANY}\n{line}\n")).collect();
    spaced.concat() + ANY
}

/// Returns the first part of a shown line that another line does not have at its place, or `None` if it fits.
fn misfit<'a>(shown: &'a str, line: &str) -> Option<&'a str> {
    let parts: Vec<&str> = shown.split(ANY).collect();
    let [first, middle @ .., last] = &parts[..] else { return (shown != line).then_some(shown) };
    let Some(mut rest) = line.strip_prefix(first) else { return Some(first) };
    for part in middle {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return Some(part),
        }
    }
    (!rest.ends_with(last)).then_some(last)
}

#[test]
fn dots_fit_any_text_and_any_lines() {
    for (shown, printed) in [
        ("a…c\nd", "a b c\nd\n"),
        ("a…", "a"),
        ("…\na\n…\nb", "x\na\na\ny\nb\n"),
        ("…\na\nb", "a\nx\na\nb"),
        ("a\n…", "a\n"),
        ("", ""),
    ] {
        assert_eq!(difference(shown, printed), None, "{shown} and {printed}");
    }
}

#[test]
fn every_other_line_is_a_difference() {
    for (shown, printed, expected) in [
        ("a…c\nd", "a b\nd\n", "- a…c\n+ a b\n? not printed here: c\n  d\n"),
        ("a", "a\nb", "  a\n+ b\n"),
        ("a\nb\nc", "a\nc", "  a\n- b\n  c\n"),
        ("401", "4010", "- 401\n+ 4010\n? not printed here: 401\n"),
        ("", "a", "+ a\n"),
        ("…\na\n…", "b", "- a\n+ b\n? not printed here: a\n"),
    ] {
        assert_eq!(difference(shown, printed).as_deref(), Some(expected), "{shown} and {printed}");
    }
}

#[test]
fn other_lines_are_no_difference_if_they_are_allowed() {
    let shown = among_other_lines("a\n\nb");
    assert_eq!(difference(&shown, "log\na\nlog\nlog\nb\n"), None);
    assert!(difference(&shown, "b\na\n").is_some());
}
