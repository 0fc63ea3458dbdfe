//! A setting by its name, and what holds where.

use causeway_store::Tx;
use causeway_store::settings::Scope as RowScope;

use crate::operator::{Kind, OperatorError, PlatformChoice};
use crate::runtime::app::App;
use crate::runtime::settings::{AnySetting, EVERY, Settings, find};

/// The setting of this name, or an error that names the most similar one.
pub(super) fn by_name(name: &str) -> Result<&'static dyn AnySetting, OperatorError> {
    find(name).ok_or_else(|| {
        let error = OperatorError::new(Kind::NotFound, format!("there is no setting {name}"));
        match most_like(name) {
            Some(similar) => error.remedy(format!("did you mean {similar}?")),
            None => error.remedy("see them all: causeway setting list"),
        }
    })
}

/// Names as alike as this (1 is equal) are taken for misspellings.
const LIKENESS_MIN: f64 = 0.8;

fn most_like(name: &str) -> Option<&'static str> {
    EVERY
        .iter()
        .map(|setting| (strsim::jaro_winkler(setting.name(), name), setting.name()))
        .filter(|(likeness, _)| *likeness >= LIKENESS_MIN)
        .max_by(|one, other| one.0.total_cmp(&other.0))
        .map(|(_, similar)| similar)
}

/// What holds for the chosen platform; for the deployment where none is chosen.
pub(super) fn read(
    tx: &mut Tx<'_>,
    app: &App,
    choice: &PlatformChoice,
) -> Result<(RowScope, Settings), OperatorError> {
    if choice.platform.is_none() {
        return Ok((RowScope::Deployment, Settings::of_deployment(tx, &app.deployment)?));
    }
    let platform = choice.find(tx)?;
    let settings = Settings::of_platform(tx, &app.deployment, platform.id, platform.environment)?;
    Ok((RowScope::Platform(platform.id), settings))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_name_is_answered_with_the_right_one() {
        let remedy = |name: &str| by_name(name).err().and_then(|error| error.remedy).unwrap();
        assert_eq!(remedy("rate_limit_per_secnd"), "did you mean rate_limit_per_second?");
        assert_eq!(remedy("zzz"), "see them all: causeway setting list");
        assert!(by_name("regulated").is_ok());
    }
}
