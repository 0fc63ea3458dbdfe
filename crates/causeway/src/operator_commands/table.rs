//! Text output of results, made from the JSON that `--json` prints.
//!
//! A list becomes a table, an object one line per member. Amounts are printed as money. A list or an object
//! inside an object, or a text of several lines, follows below the object. On a terminal, tables fit its width, empty
//! members are left out, and the next commands are at the top.

use serde_json::{Map, Value};

use super::cells::{aligned, cell, display_name, in_line, is_empty, is_money};
use super::fitted;
use super::layout::Layout;

/// The member of rows that the service did not write, which is shown in any case.
const MARK: &str = "is_authentic";
/// The member with the rows of a page.
const ROWS: &str = "rows";
/// The member whose time is exact, because `--seen` takes it.
const EXACT: &str = "version";
/// The member with the bytes of an event, which are below its name, because they are not broken.
const BODY: &str = "body";
/// The next commands.
const COMMANDS: &str = "commands";
/// The event that a resource waits for, with its commands.
const WAITS_FOR: &str = "waits_for";
/// The members at the top of a terminal, behind the id.
const LEADING: [&str; 4] = ["status", "meaning", WAITS_FOR, COMMANDS];
/// The members whose times are real, whatever the clock of the platform shows.
const IN_WALL_TIME: [&str; 3] = ["operator_actions", "failed_attempts", "alerts"];
/// The mark of such members.
const WALL_TIME: &str = " (wall time)";
/// The text below a result with short ids.
const ABOUT_IDS: &str = "Ids are shown by their ends, which all commands take; --wide shows them whole.";

/// A table inside of a result, with its columns on a terminal.
struct NarrowTable {
    member: &'static str,
    columns: &'static [&'static str],
}

static NARROW_TABLES: [NarrowTable; 2] = [
    NarrowTable { member: "timeline", columns: &["at", "text", "amount", "status"] },
    NarrowTable { member: "alerts", columns: &["alert", "kind", "raised_at"] },
];

/// A member of an object.
#[derive(Clone, Copy)]
struct Member<'a> {
    name: &'a str,
    value: &'a Value,
}

/// Formats a result as text, without the last line break. `columns` are the members that become the columns
/// of the table, which is the result or its member `rows`; all members if empty. With a single column, an object
/// is printed as that member alone, so that a key can be piped into a file.
#[must_use]
pub(super) fn text(result: &Value, columns: &[&str], layout: Layout) -> String {
    let text = match result {
        Value::Array(rows) => table(rows, columns, layout),
        Value::Object(members) => match columns {
            [only] => return cell(only, &result[only]).trim_end().to_owned(),
            _ => object(members, columns, layout),
        },
        other => cell("", other),
    };
    if layout.is_fitted() && text.contains(":…") { format!("{text}\n\n{ABOUT_IDS}") } else { text }
}

fn table(rows: &[Value], columns: &[&str], layout: Layout) -> String {
    let Some(first) = rows.first().and_then(Value::as_object) else { return "none found".to_owned() };
    let mut columns: Vec<&str> =
        if columns.is_empty() { first.keys().map(String::as_str).collect() } else { columns.to_vec() };
    if !columns.contains(&MARK) && rows.iter().any(|row| row.get(MARK).is_some()) {
        columns.push(MARK);
    }
    let heading = columns.iter().map(|name| display_name(name)).collect();
    let rows = rows.iter().map(|row| columns.iter().map(|name| in_line(&cell(name, &row[name]))).collect());
    let lines: Vec<Vec<String>> = [heading].into_iter().chain(rows).collect();
    match layout {
        Layout::Complete => aligned(&lines),
        Layout::Fitted(width) => fitted::table(&lines, width),
    }
}

/// Formats an object: the rows of a page, the answer on a terminal, and the other members.
fn object(members: &Map<String, Value>, columns: &[&str], layout: Layout) -> String {
    let rows = members.get(ROWS).and_then(Value::as_array);
    let shown = shown(members, layout, rows.is_some());
    let is_answer = |member: &Member| [WAITS_FOR, COMMANDS].contains(&member.name);
    let has_answer = layout.is_fitted() && shown.iter().any(is_answer);
    let id = members.keys().next().map(String::as_str);
    let leads = |member: &Member| LEADING.contains(&member.name) || Some(member.name) == id;
    let (leading, others): (Vec<_>, Vec<_>) =
        shown.into_iter().partition(|member| has_answer && leads(member));
    let page = rows.map(|rows| table(rows, columns, layout));
    let mut parts: Vec<String> = page.into_iter().collect();
    parts.extend(group(&leading, "", layout));
    parts.extend(group(&others, "", layout));
    parts.join("\n\n")
}

/// Returns the members that are shown beside the rows. Commands that the event has are not repeated.
fn shown(members: &Map<String, Value>, layout: Layout, is_page: bool) -> Vec<Member<'_>> {
    let of_event = members.get(WAITS_FOR).and_then(|event| event.get(COMMANDS));
    let is_shown = |member: &Member| {
        let is_repeated = member.name == COMMANDS && of_event == Some(member.value);
        let is_left_out = is_empty(member.value) && (layout.is_fitted() || is_page);
        !(is_repeated || is_left_out || (is_page && member.name == ROWS))
    };
    all(members).filter(is_shown).collect()
}

fn all(members: &Map<String, Value>) -> impl Iterator<Item = Member<'_>> {
    members.iter().map(|(name, value)| Member { name, value })
}

/// Formats members: those that fit beside their names, then a section for each other one. `heading` names the object
/// that has them.
fn group(members: &[Member], heading: &str, layout: Layout) -> Vec<String> {
    let (below, beside): (Vec<Member>, Vec<Member>) =
        members.iter().copied().partition(|member| is_long(member.value) || member.name == BODY);
    let lines: Vec<Vec<String>> = beside
        .into_iter()
        .map(|member| vec![display_name(member.name), value_text(member, layout)])
        .collect();
    let lines = match layout {
        Layout::Complete => aligned(&lines),
        Layout::Fitted(width) => fitted::name_lines(&lines, width),
    };
    let lines = match (lines.is_empty(), heading.is_empty()) {
        (true, _) => None,
        (false, true) => Some(lines),
        (false, false) => Some(format!("{heading}\n{lines}")),
    };
    let sections = below.into_iter().flat_map(|member| section(member, heading, layout));
    lines.into_iter().chain(sections).collect()
}

/// Returns the text of a value beside its name. On a terminal, a time is printed to the second.
fn value_text(Member { name, value }: Member<'_>, layout: Layout) -> String {
    let text = cell(name, value);
    let short = (layout.is_fitted() && name != EXACT).then(|| fitted::short_time(&text)).flatten();
    short.unwrap_or(text)
}

/// Formats a member below its name, which follows the one of the object that has it.
fn section(Member { name, value }: Member<'_>, heading: &str, layout: Layout) -> Vec<String> {
    let mark = if IN_WALL_TIME.contains(&name) { WALL_TIME } else { "" };
    let name_text = display_name(name) + mark;
    let heading = if heading.is_empty() { name_text } else { format!("{heading}: {name_text}") };
    let body = match value {
        Value::Array(rows) if rows.iter().all(Value::is_string) => {
            let texts = rows.iter().filter_map(Value::as_str).map(in_line);
            texts.flat_map(|text| sentence_lines(text, layout)).collect::<Vec<_>>().join("\n")
        }
        Value::Array(rows) => table(rows, section_columns(name, rows, layout), layout),
        Value::Object(inner) => {
            let is_shown = |member: &Member| !(layout.is_fitted() && is_empty(member.value));
            let members: Vec<Member> = all(inner).filter(is_shown).collect();
            return group(&members, &heading, layout);
        }
        other => cell(name, other).trim_end().to_owned(),
    };
    vec![format!("{heading}\n{body}")]
}

fn sentence_lines(text: String, layout: Layout) -> Vec<String> {
    match layout {
        Layout::Complete => vec![text],
        Layout::Fitted(width) => fitted::wrap(&text, width),
    }
}

/// Returns the columns of a table inside of a result; all if empty.
fn section_columns(member: &str, rows: &[Value], layout: Layout) -> &'static [&'static str] {
    let narrow = NARROW_TABLES.iter().find(|table| table.member == member && layout.is_fitted());
    let has_all = |table: &&NarrowTable| table.columns.iter().all(|name| rows[0].get(name).is_some());
    match narrow.filter(has_all) {
        Some(table) => table.columns,
        None => &[],
    }
}

/// Returns `true` if a value does not fit beside its name.
fn is_long(value: &Value) -> bool {
    match value {
        Value::Array(items) => {
            let is_sentence = |item: &Value| item.as_str().is_some_and(|text| text.contains(' '));
            items.first().is_some_and(|first| (first.is_object() && !is_money(first)) || is_sentence(first))
        }
        Value::String(text) => text.contains('\n'),
        Value::Object(members) => !members.is_empty() && !is_money(value),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Formats a result as without a terminal.
    fn complete(result: &Value, columns: &[&str]) -> String {
        text(result, columns, Layout::Complete)
    }

    #[test]
    fn a_list_is_a_table_with_columns_below_each_other() {
        let rows = json!([
            {"name": "Ännchen", "amount": {"amount": 5, "currency": "USD", "decimals": 2}, "is_new": true},
            {"name": "B", "amount": null, "is_new": false},
        ]);
        assert_eq!(
            complete(&rows, &[]),
            "name     amount    new\nÄnnchen  0.05 USD  yes\nB        -         no"
        );
        assert_eq!(complete(&rows, &["is_new"]), "new\nyes\nno");
        let forged = json!([{"name": "A"}, {"name": "B", "is_authentic": false}]);
        assert_eq!(complete(&forged, &["name"]), "name  authentic\nA     -\nB     no");
        assert_eq!(complete(&json!([]), &["name"]), "none found");
        let long = json!([{"text": "Acme\n\nType it in:\u{1b}[2J\n123456\n", "at": 1}]);
        assert_eq!(
            complete(&long, &["text", "at"]),
            "text                        at\nAcme Type it in:[2J 123456  1"
        );
    }

    #[test]
    fn no_text_controls_the_terminal() {
        const CLEARING: &str = "Jane\u{1b}[2J\u{9b}2JDoe";
        let shown = json!({
            "name": CLEARING,
            "lines": format!("{CLEARING}\n{CLEARING}"),
            "list": [CLEARING],
            "mixed": [CLEARING, 1],
            "inner": { CLEARING: CLEARING },
            "amount": { "amount": 5, "currency": CLEARING, "decimals": 2 },
            "rows": [{ "name": CLEARING, "details": { CLEARING: CLEARING } }],
        });
        for layout in [Layout::Complete, Layout::Fitted(80), Layout::Fitted(8)] {
            let some = [text(&shown, &[], layout), text(&shown, &["lines"], layout)];
            for printed in some.into_iter().chain([text(&json!(CLEARING), &[], layout)]) {
                assert!(printed.contains("Jane") && printed.contains("Doe"), "{printed}");
                assert!(printed.chars().all(|letter| letter == '\n' || !letter.is_control()), "{printed:?}");
            }
        }
    }

    #[test]
    fn an_object_has_a_line_for_each_member_and_long_ones_follow() {
        let object = json!({
            "name": "x",
            "public_key": "a\nb\n",
            "value": ["DE", "FR"],
            "regulated": false,
            "tokens": [{"token": 1}],
        });
        let expected =
            "name       x\nvalue      DE,FR\nregulated  off\n\npublic key\na\nb\n\ntokens\ntoken\n1";
        assert_eq!(complete(&object, &[]), expected);
        assert_eq!(complete(&json!({"public_key": "a\nb\n"}), &[]), "public key\na\nb");
        assert_eq!(complete(&object, &["public_key"]), "a\nb");
        let commands = json!({"name": "x", "commands": ["causeway a", "causeway b"]});
        assert_eq!(complete(&commands, &[]), "name  x\n\ncommands\ncauseway a\ncauseway b");
        let nested = json!({"name": "x", "price": {"sent": {"amount": 5, "currency": "USD", "decimals": 2}}});
        assert_eq!(complete(&nested, &[]), "name  x\n\nprice\nsent  0.05 USD");
        let detail = json!({"alert": 1, "detail": {"commands": ["causeway a"]}});
        assert_eq!(complete(&detail, &[]), "alert  1\n\ndetail: commands\ncauseway a");
    }

    #[test]
    fn a_page_begins_with_its_rows() {
        let page = json!({"next": "7.a", "rows": [{"a": 1, "b": 2, "c": 3}], "sums": [{"d": 4}]});
        assert_eq!(complete(&page, &["c", "a"]), "c  a\n3  1\n\nnext  7.a\n\nsums\nd\n4");
        assert_eq!(complete(&json!({"rows": [], "sums": []}), &["c", "a"]), "none found");
        let searched = json!({"searched_only": 10_000, "rows": []});
        assert_eq!(complete(&searched, &["c", "a"]), "none found\n\nsearched only  10000");
    }

    #[test]
    fn the_body_of_an_event_is_below_its_name_and_not_broken() {
        let body = format!(r#"{{"name":"{}"}}"#, "United States Dollar ".repeat(9));
        for layout in [Layout::Complete, Layout::Fitted(40)] {
            let printed = text(&json!({"webhook": 1, "body": body}), &[], layout);
            assert_eq!(printed, format!("webhook  1\n\nbody\n{body}"));
        }
    }

    #[test]
    fn commands_that_the_event_has_are_not_repeated() {
        let commands = json!(["causeway a b"]);
        let shown =
            json!({"x": 1, "waits_for": {"party": "RAIL", "commands": commands}, "commands": commands});
        let expected = "x  1\n\nwaits for\nparty  RAIL\n\nwaits for: commands\ncauseway a b";
        assert_eq!(complete(&shown, &[]), expected);
    }

    /// A payment in a shape like that of `payment show`.
    fn payment() -> Value {
        const ID: &str = "Transaction:0190a1b2-c3d4-7e8f-9a0b-1c2d3e4f5a6b";
        json!({
            "transaction": ID,
            "type": "OUTGOING",
            "failure": null,
            "status": "PROCESSING",
            "reference": "",
            "version": "2025-10-03T15:00:00.000Z",
            "created_at": "2025-10-03T15:00:00.000Z",
            "waits_for": {"party": "RAIL", "until": null, "commands": [format!("causeway payment settle {ID}")]},
            "timeline": [{
                "at": "2025-10-03T15:00:00.000Z", "kind": "money", "text": "committed: payouts in flight",
                "status": null, "name": "X", "account": format!("PO {ID}"),
                "amount": {"amount": -100, "currency": "USD", "decimals": 2},
            }],
            "operator_actions": [],
            "alerts": [{"alert": ID, "kind": "PAYOUT_STUCK", "raised_at": "2025-10-03T15:00:00.000Z",
                "commands": ["causeway a"]}],
        })
    }

    #[test]
    fn on_a_terminal_the_answer_is_at_the_top_and_nothing_empty_is_shown() {
        let expected = "transaction  Transaction:0190a1b2-c3d4-7e8f-9a0b-1c2d3e4f5a6b\n\
            status       PROCESSING\n\n\
            waits for\n\
            party  RAIL\n\n\
            waits for: commands\n\
            causeway payment settle Transaction:0190a1b2-c3d4-7e8f-9a0b-1c2d3e4f5a6b\n\n\
            type        OUTGOING\n\
            version     2025-10-03T15:00:00.000Z\n\
            created at  2025-10-03T15:00:00Z\n\n\
            timeline\n\
            at                    text                          amount\n\
            2025-10-03T15:00:00Z  committed: payouts in flight  -1.00 USD\n\n\
            alerts (wall time)\n\
            alert                kind          raised at\n\
            Transaction:…4f5a6b  PAYOUT_STUCK  2025-10-03T15:00:00Z\n\n\
            Ids are shown by their ends, which all commands take; --wide shows them whole.";
        assert_eq!(text(&payment(), &[], Layout::Fitted(80)), expected);
    }

    #[test]
    fn without_a_terminal_everything_is_complete() {
        let printed = complete(&payment(), &[]);
        let parts =
            ["failure           -\n", "operator actions  none", "PO Transaction:0190a1b2", "causeway a"];
        for part in parts {
            assert!(printed.contains(part), "{part}: {printed}");
        }
        assert!(!printed.contains('…'), "{printed}");
    }
}
