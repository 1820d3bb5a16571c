//! `unseam explore`: the paths of each function.

use std::time::Instant;

use anyhow::Result;
use unseam_analyzer::search::Budget;

use super::{conclude, explain_nothing, fails, print, print_json, sources};
use crate::args::{Explore, Format, Paths};
use crate::exit::Exit;
use crate::pipeline::Pipeline;
use crate::setup::Setup;
use crate::terminal::Paint;
use crate::{report, text};

pub fn run(options: &Explore) -> Result<Exit> {
    let started = Instant::now();
    let output = &options.output.common;
    let setup = Setup::new(&options.selection)?;
    let all_paths = options.effort.paths == Paths::All;
    let budget = Budget { seconds: setup.budget(options.effort.budget.seconds), all_paths };
    let mut pipeline = Pipeline::start(&setup, budget, output)?;
    let mut document = report::empty(&setup);
    while let Some(module) = pipeline.next_module() {
        document.targets.extend(module.explorations.iter().map(|exploration| report::target(exploration, None)));
    }
    pipeline.finish();
    let (problems, exit) = conclude(&setup, &pipeline, &[]);
    document.errors = problems;
    document.seconds = started.elapsed().as_secs_f64();
    match output.format {
        Format::Json => print_json(&document)?,
        Format::Text => print(&text::exploration(&document, &sources(&setup), Paint::stdout()))?,
    }
    explain_nothing(&setup, document.targets.len(), exit, output.quiet);
    Ok(exit.max(fails(&document, &options.output.fail_on)))
}
