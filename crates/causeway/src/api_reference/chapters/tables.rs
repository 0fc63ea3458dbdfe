//! Tables and lists in Markdown, and the places for them in the texts.

/// Replaces each `{{name}}` of a text.
pub(super) fn filled(text: &str, parts: &[(&str, String)]) -> String {
    parts.iter().fold(text.to_owned(), |text, (name, part)| text.replace(&format!("{{{{{name}}}}}"), part))
}

/// Renders a table.
pub(super) fn table<const COLUMNS: usize>(
    heads: [&str; COLUMNS],
    rows: impl IntoIterator<Item = [String; COLUMNS]>,
) -> String {
    let mut lines = vec![line(&heads), line(&["---"; COLUMNS])];
    lines.extend(rows.into_iter().map(|cells| line(&cells)));
    lines.concat()
}

fn line<T: AsRef<str>>(cells: &[T]) -> String {
    let cells: Vec<&str> = cells.iter().map(AsRef::as_ref).collect();
    format!("| {} |\n", cells.join(" | "))
}

/// Renders texts as a list in a sentence, each as code.
pub(super) fn code_list<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    let texts: Vec<String> = texts.into_iter().map(code).collect();
    texts.join(", ")
}

/// Renders a text as code.
pub(super) fn code(text: &str) -> String {
    format!("`{text}`")
}
