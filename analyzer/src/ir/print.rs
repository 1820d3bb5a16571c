//! A compact textual form of a [`Code`], for tests and for people.

use std::fmt;

use super::{Block, Code};

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} {:?} slots={}", self.qualname, self.kind, self.slots.len())?;
        for (number, block) in self.blocks.iter().enumerate() {
            write!(f, "  b{number}")?;
            if let Some(handler) = block.handler {
                write!(f, " !b{}", handler.0)?;
            }
            writeln!(f, ":\n{block}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Block {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for instruction in &self.instructions {
            writeln!(f, "    {:?}", instruction.op)?;
        }
        write!(f, "    {:?}", self.end)
    }
}
