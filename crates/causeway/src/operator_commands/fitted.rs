//! Tables that fit a terminal: short ids and times, wrapped texts, and a block for each row of a table that is still
//! too wide.

use super::cells::{ABSENT, GAP, aligned, widths};

/// Number of characters of a short id, by which `causeway find` finds it.
const ID_END: usize = 6;
/// Length of a UUID.
const UUID_LENGTH: usize = 36;
/// Length of a time in milliseconds, such as `2025-10-03T15:00:00.000Z`.
const TIME_LENGTH: usize = 24;
/// The least width of a wrapped column.
const MIN_WRAPPED: usize = 24;
/// The beginning of a command that an operator can copy.
const COMMAND: &str = "causeway ";
/// The longest word that stays whole on a line which is too narrow for it: an id is no longer.
const MAX_WHOLE: usize = 64;
/// The mark of an address, which stays whole.
const ADDRESS: &str = "://";

/// Formats a table within a width. The first row has the headings.
pub(super) fn table(rows: &[Vec<String>], width: usize) -> String {
    let rows: Vec<Vec<String>> = without_empty_columns(rows);
    let rows: Vec<Vec<String>> =
        rows.iter().map(|row| row.iter().map(|text| short(text)).collect()).collect();
    let widths = widths(&rows);
    let total = total_width(&widths);
    if total <= width {
        return aligned(&rows);
    }
    match wrapped_column(&rows, &widths, width.saturating_sub(total.saturating_sub(longest(&widths)))) {
        Some((column, room)) => aligned(&wrapped(&rows, column, room)),
        None => blocks(&rows, width),
    }
}

/// Formats names with their values beside them. Long values are wrapped.
pub(super) fn name_lines(lines: &[Vec<String>], width: usize) -> String {
    let names = widths(lines).first().copied().unwrap_or(0);
    let room = width.saturating_sub(names + GAP.len()).max(MIN_WRAPPED);
    aligned(&wrapped(lines, 1, room))
}

/// Shortens the ids in a text to their ends, and its time to the second. Commands stay complete.
pub(super) fn short(text: &str) -> String {
    if text.contains(COMMAND) {
        return text.to_owned();
    }
    text.split(' ').map(short_word).collect::<Vec<_>>().join(" ")
}

fn short_word(word: &str) -> String {
    short_time(word).or_else(|| short_id(word)).unwrap_or_else(|| word.to_owned())
}

/// Returns a time without its milliseconds, or `None` if the word is not a time.
pub(super) fn short_time(word: &str) -> Option<String> {
    let is_time = word.len() == TIME_LENGTH
        && word.bytes().zip("0000-00-00T00:00:00.000Z".bytes()).all(|(byte, shape)| match shape {
            b'0' => byte.is_ascii_digit(),
            _ => byte == shape,
        });
    is_time.then(|| format!("{}Z", &word[..19]))
}

/// Returns an id with the end of its UUID, or `None` if the word has none.
fn short_id(word: &str) -> Option<String> {
    let (name, rest) = word.split_once(':')?;
    let uuid = rest.get(..UUID_LENGTH)?;
    let is_uuid = uuid.bytes().enumerate().all(|(index, byte)| match index {
        8 | 13 | 18 | 23 => byte == b'-',
        _ => byte.is_ascii_hexdigit(),
    });
    let is_id = is_uuid && name.ends_with(|letter: char| letter.is_ascii_alphabetic());
    is_id.then(|| format!("{name}:…{}", &rest[UUID_LENGTH - ID_END..]))
}

/// Leaves out the columns that are empty in each row.
fn without_empty_columns(rows: &[Vec<String>]) -> Vec<Vec<String>> {
    let is_kept = |column: usize| {
        let mut cells = rows.iter().skip(1).filter_map(|row| row.get(column));
        cells.any(|text| text != ABSENT && text != "none")
    };
    let kept: Vec<bool> = (0..rows.first().map_or(0, Vec::len)).map(is_kept).collect();
    let keep = |row: &Vec<String>| -> Vec<String> {
        let cells = row.iter().zip(&kept).filter(|(_, is_kept)| **is_kept);
        cells.map(|(text, _)| text.clone()).collect()
    };
    rows.iter().map(keep).collect()
}

fn total_width(widths: &[usize]) -> usize {
    widths.iter().sum::<usize>() + GAP.len() * widths.len().saturating_sub(1)
}

fn longest(widths: &[usize]) -> usize {
    widths.iter().copied().max().unwrap_or(0)
}

/// Returns the widest column with the room that it has, if its texts can be wrapped: each of their words fits.
fn wrapped_column(rows: &[Vec<String>], widths: &[usize], room: usize) -> Option<(usize, usize)> {
    let widest = longest(widths);
    let column = widths.iter().position(|width| *width == widest)?;
    let fits_word = |word: &str| word.chars().count() <= room || parts(word, room).len() > 1;
    let fits = |text: &String| !text.contains(COMMAND) && text.split(' ').all(fits_word);
    let can_wrap = room >= MIN_WRAPPED && rows.iter().filter_map(|row| row.get(column)).all(fits);
    can_wrap.then_some((column, room))
}

/// Wraps the texts of a column, each further line of which becomes a row.
fn wrapped(rows: &[Vec<String>], column: usize, room: usize) -> Vec<Vec<String>> {
    let mut lines = Vec::new();
    for row in rows {
        for (index, part) in wrap(&row[column], room).into_iter().enumerate() {
            let cell = |place: usize, text: &String| match (place == column, index) {
                (true, _) => part.clone(),
                (false, 0) => text.clone(),
                (false, _) => String::new(),
            };
            lines.push(row.iter().enumerate().map(|(place, text)| cell(place, text)).collect());
        }
    }
    lines
}

/// Breaks a text between words into lines of at most this width. A longer word has lines for itself; an id, an address
/// and a command stay whole.
pub(super) fn wrap(text: &str, width: usize) -> Vec<String> {
    if text.contains(COMMAND) {
        return vec![text.to_owned()];
    }
    let words: Vec<String> = text.split(' ').flat_map(|word| parts(word, width)).collect();
    flow(words.iter().map(String::as_str), " ", width)
}

/// Returns the parts of a word that is longer than a line.
fn parts(word: &str, width: usize) -> Vec<String> {
    let letters: Vec<char> = word.chars().collect();
    if letters.len() <= width.max(MAX_WHOLE) || word.contains(ADDRESS) {
        return vec![word.to_owned()];
    }
    letters.chunks(width.max(1)).map(|part| part.iter().collect()).collect()
}

/// Puts texts behind each other on lines of at most this width. A longer text has a line for itself.
pub(super) fn flow<'a>(texts: impl Iterator<Item = &'a str>, gap: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for text in texts {
        let length = line.chars().count() + gap.len() + text.chars().count();
        if !line.is_empty() && length > width {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push_str(gap);
        }
        line.push_str(text);
    }
    lines.push(line);
    lines
}

/// Formats each row as a block: its first cell, and the others with their names below. A command has a line for
/// itself, so that it can be copied.
fn blocks(rows: &[Vec<String>], width: usize) -> String {
    let Some((headings, rows)) = rows.split_first() else { return String::new() };
    rows.iter().map(|row| block(headings, row, width)).collect::<Vec<_>>().join("\n\n")
}

fn block(headings: &[String], row: &[String], width: usize) -> String {
    let indent = GAP;
    let room = width.saturating_sub(indent.len());
    let mut cells = row.iter().zip(headings);
    let title = cells.next().map(|(text, name)| wrap(&title(text, name), width)).unwrap_or_default();
    let said = cells.filter(|(text, _)| *text != ABSENT);
    let (commands, texts): (Vec<_>, Vec<_>) = said.partition(|(text, _)| text.starts_with(COMMAND));
    let texts: Vec<String> = texts.into_iter().map(|(text, name)| format!("{name}: {text}")).collect();
    let (long, texts): (Vec<&String>, Vec<&String>) =
        texts.iter().partition(|text| text.chars().count() > room);
    let mut lines = flow(texts.into_iter().map(String::as_str), "   ", room);
    lines.extend(long.into_iter().flat_map(|text| wrap(text, room)));
    lines.extend(commands.into_iter().map(|(command, _)| command.clone()));
    lines.retain(|line| !line.is_empty());
    let below = lines.iter().map(|line| format!("{indent}{line}"));
    title.into_iter().chain(below).collect::<Vec<_>>().join("\n")
}

/// Returns the first line of a block. A bare number has its name.
fn title(text: &str, name: &str) -> String {
    if text.bytes().all(|byte| byte.is_ascii_digit()) { format!("{name} {text}") } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "Transaction:0190a1b2-c3d4-7e8f-9a0b-1c2d3e4f5a6b";

    fn rows(rows: &[&[&str]]) -> Vec<Vec<String>> {
        rows.iter().map(|row| row.iter().map(|text| (*text).to_owned()).collect()).collect()
    }

    #[track_caller]
    fn assert_fits(text: &str, width: usize) {
        assert!(text.lines().all(|line| line.chars().count() <= width), "{text}");
    }

    #[test]
    fn ids_and_times_are_short_and_commands_complete() {
        assert_eq!(short(ID), "Transaction:…4f5a6b");
        assert_eq!(short(&format!("AV {ID}, again")), "AV Transaction:…4f5a6b, again");
        assert_eq!(short("2025-10-03T15:00:00.000Z"), "2025-10-03T15:00:00Z");
        let command = format!("causeway payment show {ID}");
        assert_eq!(short(&command), command);
        for other in ["https://example.com", "Ada Lovelace", "2025-10-03", "12:30", "é:ééééé"] {
            assert_eq!(short(other), other);
        }
    }

    #[test]
    fn a_table_that_fits_has_no_empty_columns() {
        let all = rows(&[&["transaction", "quote", "status"], &[ID, "-", "COMPLETED"]]);
        let expected = "transaction          status\nTransaction:…4f5a6b  COMPLETED";
        assert_eq!(table(&all, 80), expected);
    }

    #[test]
    fn a_long_text_is_wrapped_between_words() {
        let text = "the rail has reported no final state for longer than the platform waits for it";
        let all = rows(&[&["at", "text", "amount"], &["2025-10-03T15:00:00.000Z", text, "1,234.56 USD"]]);
        let expected = format!(
            "{:20}  {:40}  amount\n\
             2025-10-03T15:00:00Z  the rail has reported no final state for  1,234.56 USD\n\
             {:20}  longer than the platform waits for it",
            "at", "text", ""
        );
        assert_eq!(table(&all, 80), expected);
        assert_eq!(table(&all, 200).lines().count(), 2);
    }

    #[test]
    fn a_long_word_is_broken_and_an_id_stays_whole() {
        let long = "q".repeat(200);
        assert_fits(
            &name_lines(&rows(&[&["name", &long], &["reason", &format!("by {long} again")]]), 80),
            80,
        );
        let printed = name_lines(&rows(&[&["name", &long]]), 80);
        assert_eq!(printed.replace(['\n', ' '], ""), format!("name{long}"), "no letter is lost");
        let all = rows(&[&["name", "status"], &[&long, "APPROVED"], &["Ada", "HOLD"]]);
        assert_fits(&table(&all, 80), 80);
        let wide = rows(&[&["name", "status", "note"], &[&long, "APPROVED", &long]]);
        assert_fits(&table(&wide, 40), 40);
        assert!(name_lines(&rows(&[&["id", ID]]), 40).contains(ID));
        let url = format!("https://example.com/{long}");
        assert!(name_lines(&rows(&[&["url", &url]]), 80).contains(&url));
    }

    #[test]
    fn a_long_value_is_wrapped_beside_its_name() {
        let lines =
            rows(&[&["id", ID], &["meaning", "the rail takes the payout back and the payment is refunded"]]);
        let expected = format!(
            "id       {ID}\nmeaning  the rail takes the payout back and the\n         payment is refunded"
        );
        assert_eq!(name_lines(&lines, 50), expected);
    }

    #[test]
    fn what_is_still_too_wide_is_a_block_for_each_row() {
        let command = format!("causeway payment show {ID}");
        let all = rows(&[
            &["transaction", "status", "sent", "received", "created at", "next"],
            &[ID, "COMPLETED", "100.00 USD", "92.00 EUR", "2025-10-03T15:00:00.000Z", &command],
            &[ID, "FAILED", "-", "-", "2025-10-03T15:00:01.000Z", &command],
        ]);
        let printed = table(&all, 80);
        let expected = format!(
            "Transaction:…4f5a6b\n  \
             status: COMPLETED   sent: 100.00 USD   received: 92.00 EUR\n  \
             created at: 2025-10-03T15:00:00Z\n  {command}\n\n\
             Transaction:…4f5a6b\n  \
             status: FAILED   created at: 2025-10-03T15:00:01Z\n  {command}"
        );
        assert_eq!(printed, expected);
        assert_fits(&table(&all, 120), 120);
        let attempts =
            rows(&[&["attempt", "error", "response"], &["336", "CONNECTION_FAILED", &"x".repeat(40)]]);
        assert_eq!(table(&attempts, 40).lines().next(), Some("attempt 336"));
    }
}
