//! The whole page.

use std::sync::LazyLock;

use causeway_service::runtime::hex;
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::chapters::Chapter;
use super::contents;
use super::markdown;
use super::markup::{escape, prose, put};
use super::operation;
use super::shape;
use super::spec::Spec;

/// The style sheet of the page.
pub(crate) const STYLE: &str = include_str!("style.css");

/// The script of the page, which is complete without it.
pub(crate) const SCRIPT: &str = include_str!("script.js");

/// The header that keeps the browser from running or loading anything but the page's own files.
pub(crate) const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; \
     img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Path of the style sheet. It changes with the content, so that browsers keep the file for good.
pub(crate) static STYLE_PATH: LazyLock<String> =
    LazyLock::new(|| format!("/reference/{}.css", short_hash(STYLE)));

/// Path of the script, like that of the style sheet.
pub(crate) static SCRIPT_PATH: LazyLock<String> =
    LazyLock::new(|| format!("/reference/{}.js", short_hash(SCRIPT)));

fn short_hash(text: &str) -> String {
    let hash: [u8; 32] = Sha256::digest(text.as_bytes()).into();
    hex::encode(&hash[..8])
}

/// Renders the reference of an OpenAPI document.
#[must_use]
pub fn page(document: &Value) -> String {
    let spec = Spec::new(document);
    let title = escape(spec.text("/info/title"));
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <title>{title}: reference</title><link rel=\"icon\" href=\"data:,\">\
         <link rel=\"stylesheet\" href=\"{}\"><script src=\"{}\" defer></script></head>\
         <body><a class=\"skip\" href=\"#content\">Skip to the content</a>\
         <header class=\"bar\"><a class=\"brand\" href=\"#top\">{title}</a><a href=\"#menu\">Menu</a></header>\
         <nav id=\"menu\" aria-label=\"Reference\">{}</nav><main id=\"content\">{}</main></body></html>",
        *STYLE_PATH,
        *SCRIPT_PATH,
        contents::menu(spec, &title),
        text(spec, &title),
    )
}

/// Renders the text: introduction, chapters, areas with their operations, types.
fn text(spec: Spec<'_>, title: &str) -> String {
    let base_path = spec.text("/servers/0/url");
    let mut out = introduction(spec, title, base_path);
    for chapter in Chapter::ALL {
        put(
            &mut out,
            format_args!(
                "<section class=\"chapter guide\" id=\"chapter-{}\"><h2>{}</h2>{}</section>",
                chapter.id(),
                chapter.title(),
                markdown::html(&chapter.text()),
            ),
        );
    }
    for (tag, about) in spec.tags() {
        put(&mut out, format_args!("<section class=\"chapter\"><h2>{}</h2>{}", escape(tag), prose(about)));
        for operation in spec.operations(tag) {
            out.push_str(&operation::section(spec, base_path, operation));
        }
        out.push_str("</section>");
    }
    out.push_str("<section class=\"chapter\"><h2>Types</h2>");
    for (name, schema) in spec.schemas() {
        out.push_str(&shape::section(spec, name, schema));
    }
    out.push_str("</section>");
    out
}

fn introduction(spec: Spec<'_>, title: &str, base_path: &str) -> String {
    format!(
        "<header class=\"lead\" id=\"top\"><h1>{title}</h1>{}<ul class=\"facts\">\
         <li>Base URL <code><span class=\"origin\"></span>{}</code></li><li>Version {}</li>\
         <li><a href=\"/openapi.json\">openapi.json</a></li><li><a href=\"/openapi.yaml\">openapi.yaml</a></li>\
         <li><a href=\"/llms.txt\">llms.txt</a></li><li>Contact: {}</li><li>Licence: {}</li></ul></header>",
        prose(spec.text("/info/description")),
        escape(base_path),
        escape(spec.text("/info/version")),
        escape(spec.text("/info/contact/name")),
        escape(spec.text("/info/license/name")),
    )
}
