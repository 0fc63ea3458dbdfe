//! The documentation of the API as served: the OpenAPI document, the reference and its files, the chapters and
//! the index.
//!
//! Each is rendered and compressed at the first request for it. Browsers ask again for a page and get 304 if it
//! is the same; the files of the page have their content's hash in the path, and are kept for good.

mod conditions;
mod gzip;
mod page;
mod resource;

pub(super) use self::page::router;
