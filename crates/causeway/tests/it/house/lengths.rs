//! Maximum lengths of files and functions. Readers do not finish long ones.

use super::lexer::{Kind, Token};
use super::source::{Source, end_of_item};
use super::uphold::Violation;

const FILE_LINES: usize = 400;
const FUNCTION_LINES: usize = 70;

fn long_files(sources: &[Source]) -> Vec<Violation> {
    let long = sources.iter().filter(|source| source.lines > FILE_LINES);
    long.map(|source| {
        Violation::new(&source.path, 0, format!("{} lines, at most {FILE_LINES}: split it", source.lines))
    })
    .collect()
}

/// Finds long functions in product code. Tests are exempt: a scenario of many steps reads best in one piece.
fn long_functions(sources: &[Source]) -> Vec<Violation> {
    let mut found = Vec::new();
    for source in sources {
        let code: Vec<Token> = source.product_code().into_iter().cloned().collect();
        for (at, pair) in code.windows(2).enumerate() {
            let Kind::Word(name) = &pair[1].kind else { continue };
            if !pair[0].is("fn") {
                continue;
            }
            let lines = code[end_of_item(&code, at) - 1].line - pair[0].line + 1;
            if lines > FUNCTION_LINES {
                let what = format!("{name} has {lines} lines, at most {FUNCTION_LINES}: split it");
                found.push(Violation::new(&source.path, pair[0].line, what));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::source::sources;
    use super::super::uphold::uphold;
    use super::*;

    #[test]
    fn files_are_short() {
        uphold("file-length", &long_files(sources()));
    }

    #[test]
    fn functions_are_short() {
        uphold("function-length", &long_functions(sources()));
    }

    #[test]
    fn finds_a_long_file() {
        let file = |lines| Source::new("crates/x/src/y.rs", &"// a\n".repeat(lines));
        assert!(long_files(&[file(400)]).is_empty());
        assert_eq!(long_files(&[file(401)])[0].what, "401 lines, at most 400: split it");
    }

    #[test]
    fn finds_a_long_function_of_the_product() {
        let file = |path, between| {
            let body = "    b();\n".repeat(between);
            Source::new(path, &format!("/// Braces: {{\nfn a(x: [u8; 3]) -> String {{\n{body}}}\nfn c();\n"))
        };
        assert!(long_functions(&[file("crates/x/src/y.rs", 68)]).is_empty());
        let found = long_functions(&[file("crates/x/src/y.rs", 69)]);
        assert_eq!((found.len(), found[0].line), (1, 2));
        assert!(long_functions(&[file("crates/x/tests/y.rs", 69)]).is_empty());
    }
}
