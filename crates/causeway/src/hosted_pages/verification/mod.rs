//! The page that completes a verification (customers 6), and the pages that change a person or a document on
//! it.

mod handlers;
mod refused_form;
mod uploads;
mod view;

pub(super) use handlers::{
    add_document, add_owner, change_owner, complete, details, redirect_to_page, remove_document,
    remove_owner, replace_document, show, show_document, show_owner,
};
