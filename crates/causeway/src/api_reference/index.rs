//! `llms.txt`: an index of the documentation in plain text.

use serde_json::Value;

use super::chapters::Chapter;
use super::markup::put;
use super::operation;
use super::spec::{self, Spec};

/// Renders the index of the documents and of all operations.
pub(crate) fn index(document: &Value) -> String {
    let spec = Spec::new(document);
    let about = spec.text("/info/description");
    let (summary, rules) = about.split_once("\n\n").unwrap_or((about, ""));
    let mut out = format!(
        "# {}\n\n> {summary}\n\n{rules}\n\nAll operations are below the base path `{}`.\n\n## Documents\n\n\
         - [OpenAPI 3.1 in JSON](/openapi.json): every operation, field, error and event, with examples\n\
         - [OpenAPI 3.1 in YAML](/openapi.yaml): the same document\n\
         - [Reference](/reference): the same as one page for people\n",
        spec.text("/info/title"),
        spec.text("/servers/0/url"),
    );
    for chapter in Chapter::ALL {
        put(&mut out, format_args!("- [{}]({}): {}\n", chapter.title(), chapter.path(), chapter.summary()));
    }
    for (tag, _) in spec.tags() {
        put(&mut out, format_args!("\n## {tag}\n\n"));
        for one in spec.operations(tag) {
            let id = spec::text(one.about, "operationId");
            let route = match one.is_webhook() {
                true => "event".to_owned(),
                false => format!("{} {}", one.method.to_ascii_uppercase(), one.path),
            };
            put(&mut out, format_args!("- [{}](/reference#{id}): {route}\n", operation::title(one.about)));
        }
    }
    out
}
