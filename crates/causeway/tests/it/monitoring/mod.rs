//! What operators watch: the metrics, their files for Prometheus and Grafana, and the line of each request.

mod access;
mod deployment;
mod expressions;
mod files;
mod prometheus;
mod scrape;
mod statements;
