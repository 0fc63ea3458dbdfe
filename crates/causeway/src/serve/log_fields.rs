//! Fields of spans, as members of a JSON object that grows at its end.

use std::fmt::{self, Debug, Write};

use tracing::field::{Field, Visit};
use tracing::span::Record;
use tracing_subscriber::field::RecordFields;
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::{FormatFields, FormattedFields};

/// A formatter that writes the fields of a span as a JSON object. Fields recorded later are inserted before
/// the closing brace: every request records twice, and the library's own formatter parses and writes the
/// whole object each time.
///
/// A field that is recorded twice appears twice; JSON parsers use the later one.
#[derive(Debug, Clone, Copy)]
pub(super) struct LogFields;

impl<'writer> FormatFields<'writer> for LogFields {
    fn format_fields<R: RecordFields>(&self, mut writer: Writer<'writer>, fields: R) -> fmt::Result {
        writer.write_char('{')?;
        let mut members = Members { writer: &mut writer, first: true, written: Ok(()) };
        fields.record(&mut members);
        members.written?;
        writer.write_char('}')
    }

    fn add_fields(&self, current: &'writer mut FormattedFields<Self>, fields: &Record<'_>) -> fmt::Result {
        if current.fields.pop().is_none() {
            current.fields.push('{');
        }
        let first = current.fields.len() == 1;
        let mut members = Members { writer: &mut current.fields, first, written: Ok(()) };
        fields.record(&mut members);
        let written = members.written;
        current.fields.push('}');
        written
    }
}

struct Members<'a> {
    writer: &'a mut dyn Write,
    first: bool,
    written: fmt::Result,
}

impl Members<'_> {
    fn member(&mut self, field: &Field, value: &serde_json::Value) {
        let before = if self.first { "" } else { "," };
        self.first = false;
        let name = serde_json::Value::from(field.name());
        self.written = self.written.and_then(|()| write!(self.writer, "{before}{name}:{value}"));
    }
}

impl Visit for Members<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.member(field, &format!("{value:?}").into());
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.member(field, &value.into());
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.member(field, &value.into());
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.member(field, &value.into());
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        self.member(field, &value.into());
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.member(field, &value.into());
    }
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::{Arc, Mutex};

    use tracing_subscriber::layer::SubscriberExt;

    use super::*;

    #[derive(Clone, Default)]
    struct WrittenBytes(Arc<Mutex<Vec<u8>>>);

    impl io::Write for WrittenBytes {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn later_fields_join_the_object() {
        let written = WrittenBytes::default();
        let writer = written.clone();
        let layer = tracing_subscriber::fmt::layer().with_writer(move || writer.clone());
        let layer = layer.json().with_span_list(false).fmt_fields(LogFields);
        tracing::subscriber::with_default(tracing_subscriber::registry().with(layer), || {
            let empty = tracing::info_span!("empty", later = tracing::field::Empty);
            empty.record("later", 1);
            empty.in_scope(|| tracing::info!("first"));
            let span = tracing::info_span!("full", id = "a\"b", later = tracing::field::Empty);
            span.record("later", tracing::field::display("c\nd"));
            span.in_scope(|| tracing::info!("second"));
        });
        let text = String::from_utf8(written.0.lock().unwrap().clone()).unwrap();
        let spans: Vec<serde_json::Value> = text
            .lines()
            .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["span"].clone())
            .collect();
        assert_eq!(spans[0], serde_json::json!({ "later": 1, "name": "empty" }));
        assert_eq!(spans[1], serde_json::json!({ "id": "a\"b", "later": "c\nd", "name": "full" }));
    }
}
