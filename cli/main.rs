//! `unseam`: arguments in, a report and test files out. The work is done by the libraries; see ARCHITECTURE.md.

mod args;
mod commands;
mod errors;
mod evaluator;
mod exit;
mod import_path;
mod lines;
mod pipeline;
mod report;
mod setup;
mod table;
mod terminal;
mod text;
mod verify;
mod write;

use std::process::ExitCode;

use clap::Parser;

use args::{Arguments, Command};
use exit::Exit;

fn main() -> ExitCode {
    exit::hush_panics();
    let arguments = Arguments::parse();
    exit::or_bug(|| {
        exit::on_interrupt();
        let done = match &arguments.command {
            Command::Generate(options) => commands::generate::run(options),
            Command::Explore(options) => commands::explore::run(options),
            Command::Seams(options) => commands::seams::run(options),
        };
        done.unwrap_or_else(|error| {
            // Ctrl-C in a terminal also reaches the interpreter that is being asked.
            if exit::is_interrupted() {
                return Exit::Interrupted;
            }
            errors::show(&error);
            Exit::Usage
        })
    })
}
