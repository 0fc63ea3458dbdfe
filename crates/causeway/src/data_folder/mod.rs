//! The data folder of a process: its layout and its lock.

mod backup_mark;
mod layout;
mod lock;
mod operator_socket;
mod private_file;
mod restored_files;
mod serving_mark;

pub use layout::DataFolder;
pub use lock::{FolderLock, LockError};
pub use operator_socket::{SocketError, open_user_socket};
pub use private_file::{copy_private, make_private, remove, sync_folder_of, write_private};
