//! The entries of an archive, found and changed as a failing disk or an attacker would change them.

/// Size of a block of a tar file.
const BLOCK: usize = 512;

/// An entry of an archive.
#[derive(Debug, Clone)]
pub(super) struct ArchiveEntry {
    pub(super) name: String,
    /// Position of its header.
    pub(super) header: usize,
    /// Bytes of its content.
    pub(super) length: usize,
}

/// An archive that was changed, and the change in words.
pub(super) struct AlteredArchive {
    pub(super) change: String,
    pub(super) bytes: Vec<u8>,
}

impl ArchiveEntry {
    fn content(&self) -> usize {
        self.header + BLOCK
    }

    /// Returns the position behind the last block.
    fn end(&self) -> usize {
        self.content() + self.length.div_ceil(BLOCK) * BLOCK
    }

    /// Returns one position for each class of bytes that the entry has.
    fn classes(&self) -> Vec<(&'static str, usize)> {
        let mut found = vec![
            ("name", self.header),
            ("mode", self.header + 101),
            ("length", self.header + 134),
            ("sum", self.header + 150),
            ("rest of the header", self.header + 400),
        ];
        if self.length > 0 {
            found.push(("first byte", self.content()));
            found.push(("middle", self.content() + self.length / 2));
            found.push(("last byte", self.content() + self.length - 1));
        }
        if self.content() + self.length < self.end() {
            found.push(("filling", self.content() + self.length));
        }
        found
    }
}

/// Returns the entries of an archive.
pub(super) fn entries(bytes: &[u8]) -> Vec<ArchiveEntry> {
    let mut found = Vec::new();
    let mut header = 0;
    while bytes[header] != 0 {
        let name = bytes[header..header + 100].split(|byte| *byte == 0).next().unwrap();
        let length = std::str::from_utf8(&bytes[header + 124..header + 135]).unwrap();
        let entry = ArchiveEntry {
            name: String::from_utf8(name.to_vec()).unwrap(),
            header,
            length: usize::from_str_radix(length, 8).unwrap(),
        };
        header = entry.end();
        found.push(entry);
    }
    found
}

/// Returns the archive with each part removed, cut off, and changed in each class of its bytes.
pub(super) fn altered(whole: &[u8]) -> Vec<AlteredArchive> {
    let mut all = Vec::new();
    for entry in entries(whole) {
        let name = &entry.name;
        for (class, at) in entry.classes() {
            let mut bytes = whole.to_vec();
            bytes[at] ^= 1;
            all.push(AlteredArchive { change: format!("{name}: {class} changed"), bytes });
        }
        let without = [&whole[..entry.header], &whole[entry.end()..]].concat();
        all.push(AlteredArchive { change: format!("{name}: removed"), bytes: without });
        let within = entry.content() + entry.length / 2;
        all.push(AlteredArchive { change: format!("{name}: cut off"), bytes: whole[..within].to_vec() });
        if entry.length > 0 {
            let shorter = [&whole[..within], &whole[entry.content() + entry.length..]].concat();
            all.push(AlteredArchive { change: format!("{name}: shortened"), bytes: shorter });
        }
    }
    let without_end = whole[..whole.len() - BLOCK].to_vec();
    all.push(AlteredArchive { change: "the end: cut off".to_owned(), bytes: without_end });
    all.push(AlteredArchive { change: "the end: more follows".to_owned(), bytes: [whole, b"x"].concat() });
    all
}
