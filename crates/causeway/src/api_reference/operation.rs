//! The section of one operation or webhook.

use serde_json::Value;

use super::markup::{escape, inline, prose, put};
use super::shape::{self, Field, LEVELS};
use super::spec::{self, Operation, Spec};

/// Origin in the examples; the page replaces it by its own.
const ORIGIN: &str = "http://127.0.0.1:8080";

/// Renders an operation: description, parameters, fields and answers, and beside them the samples.
pub(super) fn section(spec: Spec<'_>, base_path: &str, operation: Operation<'_>) -> String {
    let about = operation.about;
    let mut out = format!(
        "<article class=\"operation\" id=\"{}\"><div class=\"doc\"><h3>{}</h3><p class=\"route\">{}</p>{}",
        escape(spec::text(about, "operationId")),
        inline(title(about)),
        route(operation),
        prose(&rest_of_description(about)),
    );
    parameters(&mut out, spec, about);
    if let Some(schema) = content(about).and_then(|content| content.get("schema")) {
        let heading = if operation.is_webhook() { "Event" } else { "Body" };
        put(&mut out, format_args!("<h4>{heading}</h4>{}", shape::whole(spec, schema)));
    }
    answers(&mut out, spec, operation);
    out.push_str("</div><div class=\"sample\">");
    samples(&mut out, spec, base_path, operation);
    out.push_str("</div></article>");
    out
}

/// Returns the summary as a heading.
pub(super) fn title(about: &Value) -> &str {
    spec::text(about, "summary").trim_end_matches('.')
}

/// Renders method and path.
fn route(operation: Operation<'_>) -> String {
    let mark = mark(operation);
    match operation.is_webhook() {
        true => mark,
        false => format!("{mark} <code>{}</code>", escape(operation.path)),
    }
}

/// Renders the method, or that it is an event.
pub(super) fn mark(operation: Operation<'_>) -> String {
    match operation.is_webhook() {
        true => "<b class=\"method hook\">event</b>".to_owned(),
        false => {
            let method = escape(operation.method);
            format!("<b class=\"method {method}\">{}</b>", method.to_ascii_uppercase())
        }
    }
}

/// Returns the description without its first paragraph if that equals the summary, which is shown above.
fn rest_of_description(about: &Value) -> String {
    let description = spec::text(about, "description");
    let (first, rest) = description.split_once("\n\n").unwrap_or((description, ""));
    if first.replace('\n', " ").trim_end_matches('.') == title(about) {
        rest.to_owned()
    } else {
        description.to_owned()
    }
}

fn parameters(out: &mut String, spec: Spec<'_>, about: &Value) {
    for (place, title) in [("path", "Path parameters"), ("query", "Query parameters"), ("header", "Headers")]
    {
        let mut here =
            spec::list(about, "parameters").iter().filter(|one| spec::text(one, "in") == place).peekable();
        if here.peek().is_none() {
            continue;
        }
        put(out, format_args!("<h4>{title}</h4><dl class=\"fields\">"));
        for parameter in here {
            let field = Field {
                name: spec::text(parameter, "name"),
                about: spec::text(parameter, "description"),
                schema: parameter.get("schema").unwrap_or(&Value::Null),
                is_required: parameter.get("required") == Some(&Value::Bool(true)),
            };
            shape::row(out, spec, field, LEVELS);
        }
        out.push_str("</dl>");
    }
}

/// Returns the content of the request, with its schema and example.
fn content(about: &Value) -> Option<&Value> {
    let (_, content) = spec::members(about.get("requestBody")?, "content").next()?;
    Some(content)
}

fn answers(out: &mut String, spec: Spec<'_>, operation: Operation<'_>) {
    let mut refusals = String::new();
    out.push_str("<h4>Answers</h4>");
    for (status, answer) in spec::members(operation.about, "responses") {
        let response = spec.resolve(answer);
        let text = inline(spec::text(response, "description"));
        let schema = response.pointer("/content/application~1json/schema");
        if !status.starts_with('2') {
            put(&mut refusals, format_args!("<li><b class=\"status\">{status}</b> <span>{text}</span></li>"));
            continue;
        }
        put(out, format_args!("<p><b class=\"status\">{status}</b> {text}</p>"));
        if let Some(schema) = schema {
            put(
                out,
                format_args!(
                    "<details><summary>{}</summary>{}</details>",
                    shape::kind(schema),
                    shape::whole(spec, schema)
                ),
            );
        }
    }
    let title = if operation.is_webhook() { "Other answers" } else { "Errors" };
    put(
        out,
        format_args!("<details><summary>{title}</summary><ul class=\"refusals\">{refusals}</ul></details>"),
    );
}

/// Renders the request and its answer, or the event.
fn samples(out: &mut String, spec: Spec<'_>, base_path: &str, operation: Operation<'_>) {
    if operation.is_webhook() {
        if let Some(event) = content(operation.about).and_then(|content| content.get("example")) {
            put(out, format_args!("<h4>Event</h4>{}", json(event)));
        }
        return;
    }
    put(out, format_args!("<h4>Request</h4>{}", curl(base_path, operation)));
    for (status, answer) in spec::members(operation.about, "responses") {
        if let Some(example) = spec.resolve(answer).pointer("/content/application~1json/example") {
            put(out, format_args!("<h4>Answer <span class=\"status\">{status}</span></h4>{}", json(example)));
        }
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
    format!("<pre><code>{command}</code></pre>")
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
