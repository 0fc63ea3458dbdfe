//! Lightning addresses (LUD-16).

use causeway_vocabulary::letters::{ascii_domain, ends_in_number};

/// Longest name before the `@`.
const NAME: usize = 64;

/// Returns whether a text is `name@host` as LUD-16 has it. Both become parts of an address on the web, so that nothing
/// may be in them that means something there. Capitals count as small letters.
pub(in crate::external_accounts) fn is_lightning_address(text: &str) -> bool {
    text.split_once('@').is_some_and(|(name, host)| is_name(name) && is_host(host))
}

/// A user, and a tag after `+`.
fn is_name(name: &str) -> bool {
    let is_spelled = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.+".contains(&byte));
    let user = name.split('+').next().unwrap_or_default();
    // A name of dots alone is a step in a path.
    is_spelled && name.len() <= NAME && user.bytes().any(|byte| byte != b'.')
}

/// Returns true for an ASCII name of a host of at least two labels: no number, no port, no final dot.
fn is_host(host: &str) -> bool {
    host.contains('.') && !ends_in_number(host) && host.is_ascii() && ascii_domain(host).is_some()
}
