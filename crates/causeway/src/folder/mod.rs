//! The data folder of a process: its layout and its lock.

mod data_folder;
mod hold;
mod operator_socket;
mod private_file;
mod serving_mark;

pub use data_folder::DataFolder;
pub use hold::{Hold, HoldError};
pub use operator_socket::SocketError;
pub use private_file::{make_private, remove, write_private};
