//! Lightning addresses (LUD-16).

use causeway_vocabulary::letters::{ascii_domain, ends_in_number};

/// The longest name before the `@`.
const NAME: usize = 64;

/// Returns `true` if a text is `name@host` as in LUD-16. Both become parts of a URL, so that they must not
/// contain characters with a meaning there. Upper case is treated as lower case.
pub(in crate::external_accounts) fn is_lightning_address(text: &str) -> bool {
    text.split_once('@').is_some_and(|(name, host)| is_name(name) && is_host(host))
}

/// Checks the name: a user, and an optional tag after `+`.
fn is_name(name: &str) -> bool {
    let is_spelled = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.+".contains(&byte));
    let user = name.split('+').next().unwrap_or_default();
    // A name of dots only would be a step in a path.
    is_spelled && name.len() <= NAME && user.bytes().any(|byte| byte != b'.')
}

/// Returns `true` for an ASCII host name of at least two labels: no number, no port, no final dot.
fn is_host(host: &str) -> bool {
    host.contains('.') && !ends_in_number(host) && host.is_ascii() && ascii_domain(host).is_some()
}
