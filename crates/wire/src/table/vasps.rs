//! Operations on virtual-asset service providers. `super::row` explains the grammar.

use super::Operation;
use super::row::operations;
use crate::endpoint::Endpoint;
use crate::vasps::{Vasp, VaspFilter};

operations! {
    /// Virtual-asset service providers.
    Vasps tagged "VASPs";

    /// Lists the virtual-asset service providers at which wallets can be held, sorted by name.
    ListVasps = Get "/vasps", Any, query VaspFilter => 200 page Vasp;
}
