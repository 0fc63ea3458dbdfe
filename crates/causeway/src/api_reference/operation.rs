//! The section of one operation.

use serde_json::Value;

use super::example::example;
use super::markup::{escape, inline, prose, put};
use super::shape;
use super::spec::{self, Operation, Spec};

/// Origin in the examples; the page replaces it by its own.
const ORIGIN: &str = "http://127.0.0.1:8080";

/// Renders an operation: description, parameters, shapes, responses and an example.
pub(super) fn section(spec: Spec<'_>, base_path: &str, operation: Operation<'_>) -> String {
    let Operation { method, path, about } = operation;
    let id = escape(spec::text(about, "operationId"));
    let is_webhook = !path.starts_with('/');
    let mut out = format!(
        "<article class=\"operation\" id=\"{id}\"><h3>{}</h3><p class=\"line\">{}</p>",
        inline(spec::text(about, "summary")),
        route(method, path, is_webhook),
    );
    out.push_str(&prose(&rest_of_description(about)));
    parameters(&mut out, spec, about);
    if let Some(schema) = body(about) {
        put(&mut out, format_args!("<h4>Body</h4>{}", shape::fields(spec, schema)));
    }
    if is_webhook {
        let example_body = body(about).map(|schema| example(spec, schema));
        put(
            &mut out,
            format_args!(
                "<h4>Example</h4>{}",
                example_body.map(|example_body| json(&example_body)).unwrap_or_default()
            ),
        );
    } else {
        put(&mut out, format_args!("<h4>Example</h4>{}", curl(base_path, operation)));
    }
    answers(&mut out, spec, about);
    out.push_str("</article>");
    out
}

/// Renders method and path, for the list and the heading of the operation.
pub(super) fn route(method: &str, path: &str, is_webhook: bool) -> String {
    if is_webhook {
        return "<b class=\"method hook\">event</b>".to_owned();
    }
    let upper = escape(&method.to_ascii_uppercase());
    format!("<b class=\"method {}\">{upper}</b> <code>{}</code>", escape(method), escape(path))
}

/// Returns the description without its first paragraph if that equals the summary, which is shown above.
fn rest_of_description(about: &Value) -> String {
    let description = spec::text(about, "description");
    let (first, rest) = description.split_once("\n\n").unwrap_or((description, ""));
    let summary = spec::text(about, "summary");
    if first.replace('\n', " ").trim_end_matches('.') == summary {
        rest.to_owned()
    } else {
        description.to_owned()
    }
}

fn parameters(out: &mut String, spec: Spec<'_>, about: &Value) {
    for (place, title) in [("path", "In the path"), ("query", "In the query"), ("header", "Headers")] {
        let mut here =
            spec::list(about, "parameters").iter().filter(|one| spec::text(one, "in") == place).peekable();
        if here.peek().is_none() {
            continue;
        }
        put(out, format_args!("<h4>{title}</h4><dl class=\"fields\">"));
        for parameter in here {
            let required = parameter.get("required") == Some(&Value::Bool(true));
            let schema = parameter.get("schema").unwrap_or(&Value::Null);
            shape::row(out, spec, spec::text(parameter, "name"), schema, required);
        }
        out.push_str("</dl>");
    }
}

fn body(about: &Value) -> Option<&Value> {
    let (_, content) = spec::members(about.get("requestBody")?, "content").next()?;
    content.get("schema")
}

fn answers(out: &mut String, spec: Spec<'_>, about: &Value) {
    out.push_str("<h4>Answers</h4>");
    let mut refusals = String::new();
    let mut successes = String::new();
    for (status, answer) in spec::members(about, "responses") {
        let response = spec.resolve(answer);
        let text = shape::line(spec::text(response, "description"));
        let schema = response.pointer("/content/application~1json/schema");
        match (status.starts_with('2'), schema) {
            (true, Some(schema)) => put(
                &mut successes,
                format_args!(
                    "<p><b class=\"status\">{status}</b> {text} {}</p><details><summary>Example</summary>{}</details>",
                    shape::kind(schema),
                    json(&example(spec, schema)),
                ),
            ),
            (true, None) => {
                put(&mut successes, format_args!("<p><b class=\"status\">{status}</b> {text}</p>"))
            }
            (false, schema) => put(
                &mut refusals,
                format_args!(
                    "<li><b class=\"status\">{status}</b> {text}{}</li>",
                    schema.map(|schema| format!(" {}", shape::kind(schema))).unwrap_or_default(),
                ),
            ),
        }
    }
    out.push_str(&successes);
    if !refusals.is_empty() {
        put(
            out,
            format_args!(
                "<details><summary>When it is refused</summary><ul class=\"refusals\">{refusals}</ul></details>"
            ),
        );
    }
}

/// Renders a command that works after its placeholder ids are replaced by existing ones.
fn curl(base_path: &str, operation: Operation<'_>) -> String {
    let Operation { method, path, about } = operation;
    let path = with_words(about, path);
    let query = query(about);
    let mut lines = vec![format!("curl '{ORIGIN}{base_path}{path}{query}'")];
    if method != "get" {
        lines[0] = format!("curl -X {} '{ORIGIN}{base_path}{path}{query}'", method.to_ascii_uppercase());
    }
    if let Some(scheme) = spec::list(about, "security").first() {
        lines.push(match scheme.get("AgentAuth") {
            Some(_) => "-H \"Authorization: Bearer $ACCESS_TOKEN\"".to_owned(),
            None => "-u \"$CLIENT_ID:$CLIENT_SECRET\"".to_owned(),
        });
    }
    if spec::list(about, "parameters").iter().any(|one| spec::text(one, "name") == "Idempotency-Key") {
        lines.push("-H \"Idempotency-Key: $(cat /proc/sys/kernel/random/uuid)\"".to_owned());
    }
    if let Some(sent) = about.pointer("/requestBody/content/application~1json/example") {
        lines.push("-H 'Content-Type: application/json'".to_owned());
        lines.push(format!("-d '{}'", pretty(sent).replace('\'', "'\\''")));
    }
    let command = escape(&lines.join(" \\\n  "));
    let command = command.replace(ORIGIN, &format!("<span class=\"origin\">{ORIGIN}</span>"));
    format!(
        "<pre class=\"curl\"><button class=\"copy\" type=\"button\">copy</button><code>{command}</code></pre>"
    )
}

/// Replaces each parameter of the path by a placeholder.
fn with_words(about: &Value, path: &str) -> String {
    let parameters = spec::list(about, "parameters").iter().filter(|one| spec::text(one, "in") == "path");
    parameters.fold(path.to_owned(), |path, parameter| {
        let name = spec::text(parameter, "name");
        path.replace(&format!("{{{name}}}"), &variable(name))
    })
}

/// Converts `customerId` to the placeholder `CUSTOMER_ID`.
fn variable(name: &str) -> String {
    let mut out = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() {
            out.push('_');
        }
        out.push(letter.to_ascii_uppercase());
    }
    out
}

/// Returns the query parameters that have an example in the document; a parameter with several values is
/// repeated.
fn query(about: &Value) -> String {
    let mut pairs = Vec::new();
    for parameter in spec::list(about, "parameters").iter().filter(|one| spec::text(one, "in") == "query") {
        let values = match parameter.get("example") {
            None => continue,
            Some(Value::Array(values)) => values.as_slice(),
            Some(value) => std::slice::from_ref(value),
        };
        let name = spec::text(parameter, "name");
        let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        pairs.extend(values.iter().map(|value| format!("{name}={}", text(value))));
    }
    if pairs.is_empty() { String::new() } else { format!("?{}", pairs.join("&")) }
}

fn json(value: &Value) -> String {
    format!("<pre><code>{}</code></pre>", escape(&pretty(value)))
}

fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).unwrap_or_default()
}
