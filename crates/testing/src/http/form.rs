//! Multipart forms as browsers and client libraries send them.

use bytes::Bytes;
use serde_json::Value;

/// A form of text fields and at most one file.
#[derive(Debug, Clone, Default)]
pub struct Form {
    body: Vec<u8>,
}

const BOUNDARY: &str = "part-of-a-form-2b7e151628aed2a6";

impl Form {
    pub const CONTENT_TYPE: &'static str = "multipart/form-data; boundary=part-of-a-form-2b7e151628aed2a6";

    /// Creates a form with a text field for each member of an object.
    #[must_use]
    pub fn of(texts: &Value) -> Self {
        let members = texts.as_object().into_iter().flatten();
        let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        members.fold(Self::default(), |form, (name, value)| form.text(name, &text(value)))
    }

    #[must_use]
    pub fn text(mut self, name: &str, text: &str) -> Self {
        self.part(&format!("name=\"{name}\""), text.as_bytes());
        self
    }

    /// Adds the file in the field `file`.
    #[must_use]
    pub fn file(mut self, file_name: &str, bytes: &[u8]) -> Self {
        self.part(&format!("name=\"file\"; filename=\"{file_name}\""), bytes);
        self
    }

    /// Adds the file without a file name.
    #[must_use]
    pub fn nameless_file(mut self, bytes: &[u8]) -> Self {
        self.part("name=\"file\"", bytes);
        self
    }

    fn part(&mut self, disposition: &str, content: &[u8]) {
        let head = format!("--{BOUNDARY}\r\nContent-Disposition: form-data; {disposition}\r\n\r\n");
        self.body.extend_from_slice(head.as_bytes());
        self.body.extend_from_slice(content);
        self.body.extend_from_slice(b"\r\n");
    }

    /// Returns the request body.
    #[must_use]
    pub fn into_body(mut self) -> Bytes {
        self.body.extend_from_slice(format!("--{BOUNDARY}--\r\n").as_bytes());
        self.body.into()
    }
}

/// Returns the smallest PNG picture: one pixel.
#[must_use]
pub fn one_pixel() -> Vec<u8> {
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    let chunks: [(&[u8; 4], &[u8], u32); 3] = [
        (b"IHDR", &[0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0], 0x3a7e_9b55),
        (b"IDAT", &[0x78, 0x9c, 0x63, 0x60, 0x00, 0x00, 0x00, 0x02, 0x00, 0x01], 0x48af_a471),
        (b"IEND", &[], 0xae42_6082),
    ];
    for (kind, data, checksum) in chunks {
        file.extend(u32::try_from(data.len()).unwrap_or_default().to_be_bytes());
        file.extend_from_slice(kind);
        file.extend_from_slice(data);
        file.extend(checksum.to_be_bytes());
    }
    file
}
