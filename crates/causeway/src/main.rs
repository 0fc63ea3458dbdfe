//! The `causeway` program.

fn main() -> std::process::ExitCode {
    causeway::program::run()
}
