//! Tests of the kit before adapters with one fault each.

#[cfg(test)]
mod faulty_adapters;
