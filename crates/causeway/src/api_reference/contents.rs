//! The menu of the page: chapters, operations by area, types.

use super::chapters::Chapter;
use super::markup::{escape, inline, put};
use super::operation;
use super::spec::{self, Operation, Spec};

/// Renders the menu. Areas open in place; the script adds the search.
pub(super) fn menu(spec: Spec<'_>, title: &str) -> String {
    let mut out = format!(
        "<p class=\"close\"><a class=\"brand\" href=\"#top\">{title}</a><a href=\"#top\">Close</a></p>\
         <input id=\"search\" type=\"search\" placeholder=\"Search ( / )\" aria-label=\"Search\" \
         autocomplete=\"off\" hidden><p id=\"nothing\" hidden>Nothing is called that.</p><h2>Chapters</h2><ul>"
    );
    for chapter in Chapter::ALL {
        let id = format!("chapter-{}", chapter.id());
        entry(&mut out, &id, chapter.title());
    }
    out.push_str("</ul><h2>Operations</h2>");
    for (tag, _) in spec.tags() {
        let operations: Vec<Operation<'_>> = spec.operations(tag).collect();
        open_group(&mut out, tag, operations.len());
        for operation in operations {
            let title = operation::title(operation.about);
            let mark = operation::mark(operation);
            // The style sheet cuts the title to one line; the whole of it appears under the pointer.
            let label = format!("{mark} <span title=\"{}\">{}</span>", escape(title), inline(title));
            entry(&mut out, &escape(spec::text(operation.about, "operationId")), &label);
        }
        out.push_str("</ul></details>");
    }
    open_group(&mut out, "Types", spec.schemas().count());
    for (name, _) in spec.schemas() {
        let name = escape(name);
        entry(&mut out, &format!("shape-{name}"), &name);
    }
    out.push_str("</ul></details>");
    out
}

fn open_group(out: &mut String, name: &str, count: usize) {
    put(
        out,
        format_args!("<details><summary>{} <span class=\"count\">{count}</span></summary><ul>", escape(name)),
    );
}

fn entry(out: &mut String, id: &str, label: &str) {
    put(out, format_args!("<li data-for=\"{id}\"><a href=\"#{id}\">{label}</a></li>"));
}
