//! The `causeway` program.

/// A request makes some hundred small allocations, and threads free what others made: this allocator is quicker at
/// both than the platform's.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    causeway::program::run()
}
