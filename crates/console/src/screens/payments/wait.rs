//! The party that a payment waits for, in words.

use causeway_domain::Time;

use crate::answer::answer;

answer! {
    /// The event that a payment, a quote or a deposit waits for.
    struct Wait {
        party: String,
        what: String,
        until: Option<Time>,
        then: String,
        commands: Vec<String>,
    }
}

impl Wait {
    /// Returns the heading, such as `Waits for the rail`.
    pub(crate) fn heading(&self) -> String {
        let party = match self.party.as_str() {
            "COMPLIANCE" => "compliance".to_owned(),
            "OPERATOR" => "an operator".to_owned(),
            "SERVICE" => "this service".to_owned(),
            other => format!("the {}", other.to_lowercase()),
        };
        format!("Waits for {party}")
    }
}

/// Returns the commands of a wait, if there is one.
pub(crate) fn commands(wait: Option<&Wait>) -> &[String] {
    wait.map(|wait| &wait.commands[..]).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use causeway_domain::payments::Party;

    use super::*;

    #[test]
    fn each_party_has_a_heading() {
        let heading = |party: &Party| {
            let party = party.to_string();
            Wait { party, what: String::new(), until: None, then: String::new(), commands: Vec::new() }
                .heading()
        };
        let headings: Vec<String> = Party::ALL.iter().map(heading).collect();
        for expected in ["the platform", "the customer", "the payer", "the rail", "the provider"] {
            assert!(headings.contains(&format!("Waits for {expected}")), "{headings:?}");
        }
        for expected in ["compliance", "an operator", "this service"] {
            assert!(headings.contains(&format!("Waits for {expected}")), "{headings:?}");
        }
        assert_eq!(headings.len(), 8);
    }
}
