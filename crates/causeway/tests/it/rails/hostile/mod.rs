//! Adapters that lie: no payment is paid twice, or refunded after it was paid, and each lie has one alert.

mod answers;
mod memories;
mod pushes;
mod records;
