//! The report of a check, as text, JSON and JUnit.

use std::fmt::{self, Write};
use std::time::Duration;

use serde_json::{Value, json};

use crate::verdict::Verdict;

/// The outcome of a case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaseOutcome {
    /// Number of the case (rails 18).
    pub number: u32,
    /// What the adapter does, in a few words.
    pub name: String,
    /// The verdict.
    pub verdict: Verdict,
    /// Duration of the case.
    pub duration: Duration,
}

/// The outcomes of all cases that were asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    outcomes: Vec<CaseOutcome>,
}

/// Number of cases by verdict.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Counts {
    passed: usize,
    failed: usize,
    not_tried: usize,
}

impl Report {
    pub(crate) const fn new(outcomes: Vec<CaseOutcome>) -> Self {
        Self { outcomes }
    }

    /// Returns the outcomes in the order of the cases.
    #[must_use]
    pub fn outcomes(&self) -> &[CaseOutcome] {
        &self.outcomes
    }

    /// Returns `true` if no case has failed.
    #[must_use]
    pub fn has_passed(&self) -> bool {
        self.counts().failed == 0
    }

    fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        for outcome in &self.outcomes {
            match outcome.verdict {
                Verdict::Passed => counts.passed += 1,
                Verdict::Failed(_) => counts.failed += 1,
                Verdict::NotTried(_) => counts.not_tried += 1,
            }
        }
        counts
    }

    /// Returns one line per case, and a line with the counts.
    #[must_use]
    pub fn text(&self) -> String {
        let lines: Vec<String> = self.outcomes.iter().map(ToString::to_string).collect();
        format!("{}\n\n{}\n", lines.join("\n"), self.summary())
    }

    /// Returns the line with the counts.
    #[must_use]
    pub fn summary(&self) -> String {
        let Counts { passed, failed, not_tried } = self.counts();
        format!("{passed} passed, {failed} FAILED, {not_tried} NOT TRIED")
    }

    /// Returns the report as JSON.
    #[must_use]
    pub fn json(&self) -> Value {
        let cases: Vec<Value> = self.outcomes.iter().map(CaseOutcome::json).collect();
        let Counts { passed, failed, not_tried } = self.counts();
        json!({ "passed": passed, "failed": failed, "not_tried": not_tried, "cases": cases })
    }

    /// Reads a report that [`Self::json`] has written; `None` if it is none.
    #[must_use]
    pub fn from_json(report: &Value) -> Option<Self> {
        let cases = report["cases"].as_array()?;
        cases.iter().map(CaseOutcome::from_json).collect::<Option<_>>().map(Self::new)
    }

    /// Returns the report in the XML of JUnit.
    #[must_use]
    pub fn junit(&self) -> String {
        let Counts { failed, not_tried, .. } = self.counts();
        let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        let all = self.outcomes.len();
        let mut line = |text: fmt::Arguments<'_>| {
            // Writing to a string cannot fail.
            let _ = writeln!(xml, "{text}");
        };
        line(format_args!(
            "<testsuite name=\"causeway rail check\" tests=\"{all}\" failures=\"{failed}\" skipped=\"{not_tried}\">"
        ));
        for CaseOutcome { number, name, verdict, duration } in &self.outcomes {
            let name = escape(name);
            let seconds = duration.as_secs_f64();
            let begin =
                format!("  <testcase classname=\"rail\" name=\"{number:02} {name}\" time=\"{seconds:.3}\"");
            match verdict {
                Verdict::Passed => line(format_args!("{begin}/>")),
                Verdict::Failed(words) => {
                    let words = escape(words);
                    line(format_args!("{begin}><failure message=\"{words}\"/></testcase>"));
                }
                Verdict::NotTried(words) => {
                    let words = escape(words);
                    line(format_args!("{begin}><skipped message=\"{words}\"/></testcase>"));
                }
            }
        }
        line(format_args!("</testsuite>"));
        xml
    }
}

impl CaseOutcome {
    fn from_json(case: &Value) -> Option<Self> {
        let detail = || case["detail"].as_str().map(str::to_owned);
        Some(Self {
            number: case["case"].as_u64()?.try_into().ok()?,
            name: case["name"].as_str()?.to_owned(),
            verdict: match case["verdict"].as_str()? {
                "PASSED" => Verdict::Passed,
                "FAILED" => Verdict::Failed(detail()?),
                "NOT_TRIED" => Verdict::NotTried(detail()?),
                _ => return None,
            },
            duration: Duration::from_millis(case["milliseconds"].as_u64()?),
        })
    }

    fn json(&self) -> Value {
        let Self { number, name, verdict, duration } = self;
        let millis = u64::try_from(duration.as_millis()).unwrap_or(u64::MAX);
        let (verdict, detail) = match verdict {
            Verdict::Passed => ("PASSED", None),
            Verdict::Failed(words) => ("FAILED", Some(words)),
            Verdict::NotTried(words) => ("NOT_TRIED", Some(words)),
        };
        json!({ "case": number, "name": name, "verdict": verdict, "detail": detail, "milliseconds": millis })
    }
}

impl fmt::Display for CaseOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { number, name, verdict, .. } = self;
        match verdict {
            Verdict::Passed => write!(f, "{number:>2} ok         {name}"),
            Verdict::Failed(words) => write!(f, "{number:>2} FAILED     {name}: {words}"),
            Verdict::NotTried(words) => write!(f, "{number:>2} NOT TRIED  {name}: {words}"),
        }
    }
}

/// Writes a text of an attribute in XML. Words of an adapter may hold control characters, which XML forbids.
fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' | '\t' => escaped.push(' '),
            character if character.is_control() || matches!(character, '\u{fffe}' | '\u{ffff}') => {
                escaped.push('?')
            }
            character => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report() -> Report {
        let outcome = |number, verdict| CaseOutcome {
            number,
            name: "Does it".to_owned(),
            verdict,
            duration: Duration::from_millis(1500),
        };
        Report::new(vec![
            outcome(1, Verdict::Passed),
            outcome(2, Verdict::Failed("a < b & \"c\"\n\u{1}".to_owned())),
            outcome(3, Verdict::NotTried("no scenario".to_owned())),
        ])
    }

    /// Checks that each form has every verdict, and that cases that were not tried are counted.
    #[test]
    fn each_form_has_every_verdict() {
        let report = report();
        assert!(!report.has_passed());
        let text = report.text();
        for line in [
            " 1 ok         Does it\n",
            " 3 NOT TRIED  Does it: no scenario\n",
            "1 passed, 1 FAILED, 1 NOT TRIED\n",
        ] {
            assert!(text.contains(line), "{text}");
        }
        let json = report.json();
        assert_eq!((&json["passed"], &json["failed"], &json["not_tried"]), (&json!(1), &json!(1), &json!(1)));
        assert_eq!(json["cases"][2]["verdict"], "NOT_TRIED");
        assert_eq!(json["cases"][0]["milliseconds"], 1500);
        assert_eq!(Report::from_json(&json), Some(report));
    }

    /// Checks that words of an adapter cannot break the XML.
    #[test]
    fn junit_is_escaped() {
        let xml = report().junit();
        assert!(
            xml.contains("<testsuite name=\"causeway rail check\" tests=\"3\" failures=\"1\" skipped=\"1\">"),
            "{xml}"
        );
        assert!(xml.contains("<failure message=\"a &lt; b &amp; &quot;c&quot; ?\"/>"), "{xml}");
        assert!(xml.contains("name=\"01 Does it\" time=\"1.500\"/>"), "{xml}");
    }
}
