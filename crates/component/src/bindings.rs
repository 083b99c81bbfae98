//! The boundary to hosts, which is made from `wit/polymerge.wit`. The macros write code that reads
//! what hosts have put into memory; no other file needs any.

#![allow(missing_docs)]
#![allow(unsafe_code)]

use crate::Component;

wit_bindgen::generate!({ world: "polymerge", path: "wit" });

export!(Component);
