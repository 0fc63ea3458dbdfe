//! The whole page.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::markup::{escape, inline, prose, put};
use super::operation;
use super::shape;
use super::spec::{self, Spec};

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// The rendered reference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    pub html: String,
    /// Header that keeps the browser from running or loading anything else.
    pub content_security_policy: String,
}

/// Renders the reference of an OpenAPI document.
#[must_use]
pub fn page(document: &Value) -> Page {
    let spec = Spec::new(document);
    let title = escape(spec.text("/info/title"));
    let html = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <title>{title}: reference</title><link rel=\"icon\" href=\"data:,\"><style>{STYLE}</style></head>\
         <body><nav>{}</nav><main>{}</main><script>{SCRIPT}</script></body></html>",
        contents(spec, &title),
        chapters(spec, &title),
    );
    let content_security_policy = format!(
        "default-src 'none'; style-src '{}'; script-src '{}'; img-src data:; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'",
        source_hash(STYLE),
        source_hash(SCRIPT),
    );
    Page { html, content_security_policy }
}

/// Returns the source expression of an inline text for a content security policy.
pub(crate) fn source_hash(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text.as_bytes())))
}

/// Renders the sidebar: search, chapters, operations.
fn contents(spec: Spec<'_>, title: &str) -> String {
    let mut out = format!(
        "<p class=\"brand\"><a href=\"#top\">{title}</a>\
         <button id=\"theme\" type=\"button\" title=\"dark or light\">◐</button></p>\
         <input id=\"search\" type=\"search\" placeholder=\"Search ( / )\" aria-label=\"Search\" autocomplete=\"off\">\
         <p id=\"nothing\" hidden>Nothing is called that.</p>"
    );
    for (tag, _) in spec.tags() {
        put(&mut out, format_args!("<section><h2>{}</h2><ul>", escape(tag)));
        for operation in spec.operations(tag) {
            let is_webhook = !operation.path.starts_with('/');
            put(
                &mut out,
                format_args!(
                    "<li data-for=\"{0}\"><a href=\"#{0}\">{1} <span>{2}</span></a></li>",
                    escape(spec::text(operation.about, "operationId")),
                    method_mark(operation.method, is_webhook),
                    inline(spec::text(operation.about, "summary")),
                ),
            );
        }
        out.push_str("</ul></section>");
    }
    out.push_str("<section><h2>Shapes</h2><ul>");
    for (name, _) in spec.schemas() {
        put(
            &mut out,
            format_args!("<li data-for=\"shape-{0}\"><a href=\"#shape-{0}\">{0}</a></li>", escape(name)),
        );
    }
    out.push_str("</ul></section>");
    out
}

fn method_mark(method: &str, is_webhook: bool) -> String {
    match is_webhook {
        true => "<b class=\"method hook\">event</b>".to_owned(),
        false => {
            format!("<b class=\"method {}\">{}</b>", escape(method), escape(&method.to_ascii_uppercase()))
        }
    }
}

/// Renders the text: introduction, chapters with their operations, shapes.
fn chapters(spec: Spec<'_>, title: &str) -> String {
    let base_path = spec.text("/servers/0/url");
    let mut out = format!(
        "<header id=\"top\"><h1>{title}</h1>{}<p>Base URL: <code><span class=\"origin\"></span>{}</code> · version {} \
         · <a href=\"/openapi.json\">openapi.json</a></p></header>",
        prose(spec.text("/info/description")),
        escape(base_path),
        escape(spec.text("/info/version")),
    );
    for (tag, about) in spec.tags() {
        put(&mut out, format_args!("<section class=\"chapter\"><h2>{}</h2>{}", escape(tag), prose(about)));
        for operation in spec.operations(tag) {
            out.push_str(&operation::section(spec, base_path, operation));
        }
        out.push_str("</section>");
    }
    out.push_str("<section class=\"chapter\"><h2>Shapes</h2>");
    for (name, schema) in spec.schemas() {
        out.push_str(&shape::section(spec, name, schema));
    }
    out.push_str("</section>");
    out
}
