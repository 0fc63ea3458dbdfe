//! The label under which a platform's UMA addresses are served (customers 1.2, uma 1).

const MAX_LABEL: usize = 63;

/// Returns the part before the first dot or the port.
#[must_use]
pub fn first_label(host: &str) -> &str {
    host.split(['.', ':']).next().unwrap_or(host)
}

/// Returns the subdomains to try, in this order, for a platform whose domain begins with this label: the
/// label itself, then the label with `-2`, `-3`, … appended. Each is a valid label of at most 63 characters.
pub fn subdomain_choices(label: &str) -> impl Iterator<Item = String> {
    std::iter::once(label.to_owned()).chain((2_u32..).map(move |number| {
        let ending = format!("-{number}");
        let shortened: String = label.chars().take(MAX_LABEL - ending.len()).collect();
        format!("{shortened}{ending}")
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::customers::host_name;

    #[test]
    fn a_taken_subdomain_is_numbered() {
        let choices: Vec<String> = subdomain_choices(first_label("acme.example.com")).take(3).collect();
        assert_eq!(choices, ["acme", "acme-2", "acme-3"]);
        assert_eq!(first_label("localhost:8080"), "localhost");
        let long = "a".repeat(63);
        assert!(subdomain_choices(&long).take(12).all(|choice| host_name(&choice).is_some()));
    }
}
