//! The `causeway` program.

/// Global allocator. A request makes some hundred small allocations, and threads free memory that others
/// allocated; mimalloc is faster at both than the platform's allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    causeway::command_line::run()
}
