//! The settings of the deployment, or of a platform, with the source of each value.

use askama::Template;
use axum::extract::Path;
use axum::response::Response;
use serde_json::Value;

use crate::answer::answer;
use crate::entry::Entry;
use crate::failure::Failure;
use crate::frame::{Frame, Section};
use crate::operator::Operator;
use crate::page::ok;
use crate::urls;

/// The segment of the page.
pub(super) const SEGMENT: &str = "settings";
/// The contents of the page, for the overview.
pub(super) const ABOUT: &str = "Values that can be changed while the service runs, with the source of each.";
/// The scope of settings that no platform has for itself.
const DEPLOYMENT: &str = "deployment";

answer! {
    struct Setting {
        name: String,
        value: Value,
        origin: String,
        scope: String,
        effect: String,
        about: String,
        form: String,
    }
}

#[derive(Template)]
#[template(path = "settings.html")]
struct SettingsPage {
    frame: Frame,
    rows: Vec<SettingRow>,
}

/// A setting, with the action that changes it.
struct SettingRow {
    setting: Setting,
    value: String,
    /// `None` outside the operator's roles, and for a setting that the platform cannot have for itself.
    change: Option<String>,
}

/// Serves the settings of a platform.
pub(super) async fn of_platform(
    operator: Operator,
    Path(platform): Path<String>,
) -> Result<Response, Failure> {
    show(&operator, Some(&platform)).await
}

/// Serves the settings of the deployment.
pub(super) async fn of_deployment(operator: Operator) -> Result<Response, Failure> {
    show(&operator, None).await
}

async fn show(operator: &Operator, platform: Option<&str>) -> Result<Response, Failure> {
    let entry = Entry::new("setting", "list").with_some("platform", platform);
    let frame = Frame::load(operator, platform, Section::More, &entry).await?.titled("Settings");
    let settings: Vec<Setting> = operator.read(&entry).await?;
    let may_change = operator.may("setting", "set");
    let row = |setting: Setting| {
        let is_own = platform.is_none() || setting.scope != DEPLOYMENT;
        let action = urls::action(platform, "setting", "set", None);
        let change = urls::with_query(&action, &[("a.name", setting.name.as_str())]);
        SettingRow { value: text(&setting.value), change: (may_change && is_own).then_some(change), setting }
    };
    Ok(ok(&SettingsPage { frame, rows: settings.into_iter().map(row).collect() }))
}

/// Returns a value as `setting set` takes it.
fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

impl Setting {
    /// Returns `true` if the value is not the default.
    fn is_changed(&self) -> bool {
        self.origin != "default"
    }
}
