//! The problems of a configuration.

use std::fmt;

/// A problem of a configuration.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Problem {
    /// The line of the problem; 0 if it is in the file as a whole.
    line: usize,
    message: String,
}

impl Problem {
    /// Returns a problem on a line.
    pub fn new(line: usize, message: impl ToString) -> Problem {
        Problem { line, message: message.to_string() }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line > 0 {
            write!(f, "{}: ", self.line)?;
        }
        f.write_str(&self.message)
    }
}

/// All problems of a file.
#[derive(Clone, Debug)]
pub struct Problems {
    file: String,
    list: Vec<Problem>,
}

impl Problems {
    /// Collects the problems of a file.
    pub fn new(file: String, list: Vec<Problem>) -> Problems {
        Problems { file, list }
    }
}

/// The problems, a line each, in the form that editors understand.
impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for problem in &self.list {
            writeln!(f, "{}:{problem}", self.file)?;
        }
        Ok(())
    }
}
