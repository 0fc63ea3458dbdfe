//! A minimal lexer for Rust, which distinguishes code from text and comments.

/// One token, with the line of its beginning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) line: usize,
}

/// The kind of a token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Kind {
    /// An identifier, a keyword or a number.
    Word(String),
    /// One punctuation character.
    Mark(char),
    /// The content of a string literal; escapes are resolved as far as the rules need.
    Text(String),
    /// A character literal or a lifetime.
    Tick,
    /// A comment with its slashes and stars.
    Comment(String),
}

impl Token {
    /// Returns `true` if this is that word or mark of code.
    pub(super) fn is(&self, code: &str) -> bool {
        match &self.kind {
            Kind::Word(word) => word == code,
            Kind::Mark(mark) => code.chars().eq([*mark]),
            Kind::Text(_) | Kind::Tick | Kind::Comment(_) => false,
        }
    }
}

/// Returns the tokens of a Rust source.
pub(super) fn tokens(source: &str) -> Vec<Token> {
    let mut lexer = Lexer { rest: source, line: 1, tokens: Vec::new() };
    while let Some(next) = lexer.rest.chars().next() {
        lexer.token(next);
    }
    lexer.tokens
}

struct Lexer<'a> {
    rest: &'a str,
    line: usize,
    tokens: Vec<Token>,
}

impl<'a> Lexer<'a> {
    fn token(&mut self, next: char) {
        let line = self.line;
        let kind = if next.is_whitespace() {
            self.take(next.len_utf8());
            return;
        } else if self.rest.starts_with("//") {
            Kind::Comment(self.take(self.rest.find('\n').unwrap_or(self.rest.len())).to_owned())
        } else if self.rest.starts_with("/*") {
            Kind::Comment(self.block_comment())
        } else if let Some(text) = self.string() {
            Kind::Text(text)
        } else if next == '\'' {
            self.tick();
            Kind::Tick
        } else if is_word(next) {
            let end = self.rest.find(|c: char| !is_word(c)).unwrap_or(self.rest.len());
            Kind::Word(self.take(end).to_owned())
        } else {
            self.take(next.len_utf8());
            Kind::Mark(next)
        };
        self.tokens.push(Token { kind, line });
    }

    /// Advances by `length` bytes, and counts lines.
    fn take(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(length);
        self.line += taken.matches('\n').count();
        self.rest = rest;
        taken
    }

    fn block_comment(&mut self) -> String {
        let mut depth = 0_usize;
        let mut end = 0;
        while end < self.rest.len() {
            let here = &self.rest[end..];
            if here.starts_with("/*") {
                (depth, end) = (depth + 1, end + 2);
            } else if here.starts_with("*/") {
                (depth, end) = (depth - 1, end + 2);
                if depth == 0 {
                    break;
                }
            } else {
                end += here.chars().next().map_or(1, char::len_utf8);
            }
        }
        self.take(end).to_owned()
    }

    /// Reads a string literal in any of its forms, if one begins here.
    fn string(&mut self) -> Option<String> {
        let prefix = self.rest.find(|c| !matches!(c, 'b' | 'c' | 'r')).unwrap_or(0);
        let raw = self.rest[..prefix].ends_with('r');
        let hashes = self.rest[prefix..].len() - self.rest[prefix..].trim_start_matches('#').len();
        let open = prefix + hashes;
        if !self.rest[open..].starts_with('"') || (hashes > 0 && !raw) || prefix > 2 {
            return None;
        }
        self.take(open + 1);
        if !raw {
            return Some(self.escaped());
        }
        let close = format!("\"{}", "#".repeat(hashes));
        let end = self.rest.find(&close).unwrap_or(self.rest.len());
        let text = self.take(end).to_owned();
        self.take(close.len().min(self.rest.len()));
        Some(text)
    }

    /// Reads the rest of an ordinary string. As in Rust, a backslash before a line end removes the
    /// indentation of the next line.
    fn escaped(&mut self) -> String {
        let mut text = String::new();
        while let Some(next) = self.rest.chars().next() {
            self.take(next.len_utf8());
            match next {
                '"' => break,
                '\\' => {
                    let escaped = self.rest.chars().next().unwrap_or(' ');
                    self.take(escaped.len_utf8().min(self.rest.len()));
                    if escaped == '\n' {
                        self.take(self.rest.len() - self.rest.trim_start().len());
                    } else {
                        text.push(if escaped.is_alphanumeric() { ' ' } else { escaped });
                    }
                }
                other => text.push(other),
            }
        }
        text
    }

    /// Reads `'a'`, `'\n'`, `'\u{1F600}'` or `'lifetime`.
    fn tick(&mut self) {
        let mut inside = self.rest[1..].chars();
        let end = match (inside.next(), inside.next()) {
            (Some('\\'), Some(escaped)) => {
                let from = 2 + escaped.len_utf8();
                from + self.rest[from..].find('\'').map_or(0, |at| at + 1)
            }
            (Some(one), Some('\'')) => 2 + one.len_utf8(),
            _ => self.rest[1..].find(|c: char| !is_word(c)).map_or(self.rest.len(), |at| at + 1),
        };
        self.take(end.max(1));
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(source: &str) -> Vec<String> {
        tokens(source)
            .into_iter()
            .map(|token| match token.kind {
                Kind::Word(word) => word,
                Kind::Mark(mark) => mark.to_string(),
                Kind::Text(text) => format!("<{text}>"),
                Kind::Tick => "'".to_owned(),
                Kind::Comment(text) => format!("/{text}"),
            })
            .collect()
    }

    #[test]
    fn distinguishes_text_from_code() {
        assert_eq!(
            read(r##"f("a\"{b", r#"c"d"#, b"e")"##),
            ["f", "(", "<a\"{b>", ",", "<c\"d>", ",", "<e>", ")"]
        );
        assert_eq!(read("\"SELECT \\\n      1\""), ["<SELECT 1>"]);
        assert_eq!(read("br_x rest"), ["br_x", "rest"]);
    }

    #[test]
    fn distinguishes_characters_from_lifetimes() {
        assert_eq!(read(r"'{' '\'' '\u{7D}' &'a str"), ["'", "'", "'", "&", "'", "str"]);
    }

    #[test]
    fn keeps_comments_apart_and_counts_lines() {
        assert_eq!(read("a /* b /* c */ d */ e // f\ng"), ["a", "//* b /* c */ d */", "e", "/// f", "g"]);
        let lines: Vec<usize> = tokens("a\n\"b\n\"\nc").into_iter().map(|token| token.line).collect();
        assert_eq!(lines, [1, 2, 4]);
    }
}
