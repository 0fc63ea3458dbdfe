//! `cargo xtask screenshots`: the pictures of the console in the documentation, made from the demonstration.

use std::fs;
use std::path::Path;

use crate::part::cargo;
use crate::watch::succeed;

/// The environment variable with the folder of the pictures; the test reads the same name.
const FOLDER: &str = "CAUSEWAY_SCREENSHOTS";

const TEST: &str = "pages::console::pictures::the_pictures_of_the_documentation_are_made";

/// Starts the demonstration in a browser, and stores the pictures.
pub(crate) fn run() -> Result<(), String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = root.with_file_name("docs").join("operating").join("console");
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut test = cargo(&["test", "--locked", "-p", "causeway", "--test", "it", "--", "--exact", TEST]);
    succeed(test.env(FOLDER, &folder))
}
