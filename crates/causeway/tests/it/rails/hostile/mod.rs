//! Adapters that lie: no payment is paid twice, or refunded after it was paid, and each lie has one alert.

mod answers;
mod limits;
mod memories;
mod moves;
mod pushes;
mod records;
mod restarts;
mod times;
mod values;
