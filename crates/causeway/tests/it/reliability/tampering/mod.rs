//! An attacker with all rights on the database and without the root key changes, deletes, copies and puts
//! back rows of every table: each change is named by the verification with its anchors and refused when it is
//! used, or it is on the list of changes that are not covered.

mod catalogue;
mod cell;
mod changes;
mod judgement;
mod members;
mod not_covered;
mod partners;
mod rail_rows;
mod site;
mod tests;
mod trials;
mod uma_messages;
mod uses;
