//! Conversion of the chapters' Markdown to HTML: headings, paragraphs, lists, tables and blocks of code.

use super::markup::{escape, inline, put};

/// Converts a text. Its headings begin at the third level, below that of the chapter.
pub(super) fn html(text: &str) -> String {
    let mut out = String::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let mut block = |is_inside: fn(&str) -> bool| {
            let mut block = vec![line];
            while let Some(next) = lines.next_if(|next| is_inside(next)) {
                block.push(next);
            }
            block
        };
        if line.trim().is_empty() {
            continue;
        }
        if line.starts_with("```") {
            let code = block(|next| next != "```");
            code_block(&mut out, &code[1..]);
            lines.next();
        } else if line.starts_with("| ") {
            table(&mut out, &block(|next| next.starts_with("| ")));
        } else if line.starts_with("- ") {
            list(&mut out, &block(|next| next.starts_with("- ")));
        } else if let Some(title) = line.strip_prefix("## ") {
            put(&mut out, format_args!("<h3>{}</h3>", inline(title)));
        } else if let Some(title) = line.strip_prefix("### ") {
            put(&mut out, format_args!("<h4>{}</h4>", inline(title)));
        } else {
            put(&mut out, format_args!("<p>{}</p>", inline(line)));
        }
    }
    out
}

fn code_block(out: &mut String, lines: &[&str]) {
    put(out, format_args!("<pre><code>{}</code></pre>", escape(&lines.join("\n"))));
}

fn list(out: &mut String, lines: &[&str]) {
    out.push_str("<ul>");
    for line in lines {
        put(out, format_args!("<li>{}</li>", inline(line.trim_start_matches("- "))));
    }
    out.push_str("</ul>");
}

/// Converts a table: a line of headings, a line of dashes, and the rows.
fn table(out: &mut String, lines: &[&str]) {
    out.push_str("<div class=\"table\"><table><thead>");
    if let Some(heads) = lines.first() {
        row(out, heads, "th");
    }
    out.push_str("</thead><tbody>");
    for line in lines.iter().skip(2) {
        row(out, line, "td");
    }
    out.push_str("</tbody></table></div>");
}

fn row(out: &mut String, line: &str, tag: &str) {
    out.push_str("<tr>");
    let cells = line.trim_start_matches("| ").trim_end_matches(" |").split(" | ");
    for cell in cells {
        put(out, format_args!("<{tag}>{}</{tag}>", inline(cell)));
    }
    out.push_str("</tr>");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_become_elements() {
        let text = "A `b`\n\n## C\n\n- d\n- e\n\n```js\nif (a < b) {\n\n}\n```\n\n| F | G |\n| --- | --- |\n| `h` | i |\n";
        let expected = "<p>A <code>b</code></p><h3>C</h3><ul><li>d</li><li>e</li></ul>\
            <pre><code>if (a &lt; b) {\n\n}</code></pre>\
            <div class=\"table\"><table><thead><tr><th>F</th><th>G</th></tr></thead>\
            <tbody><tr><td><code>h</code></td><td>i</td></tr></tbody></table></div>";
        assert_eq!(html(text), expected);
    }
}
