//! `vegaslab licenses`: the license of the lab, and those of the software by others that the program contains.

use std::ffi::OsString;

use crate::{Failure, Library, print_text};

/// Written by `npm run notices`.
const NOTICES: &str = include_str!("../THIRD-PARTY.txt");

/// Prints the licenses.
pub fn licenses(_: &Library, arguments: &[OsString]) -> Result<(), Failure> {
    match arguments {
        [] => print_text(NOTICES),
        _ => Err(Failure::Usage("licenses takes no arguments".into())),
    }
}
