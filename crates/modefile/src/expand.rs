//! Everything that is resolved while a file is read: files that it extends, settings, names,
//! templates.

pub(crate) mod choose;
pub(crate) mod circle;
pub(crate) mod formula;
pub(crate) mod inherit;
pub(crate) mod marks;
pub(crate) mod names;
mod player;
pub(crate) mod resolver;
pub(crate) mod setting;
pub(crate) mod template;
