//! `unseam explore`: the paths of each function.

use std::collections::BTreeSet;
use std::time::Instant;

use anyhow::Result;
use unseam_analyzer::search::{Budget, Exploration};
use unseam_plan::Case;

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
    let budget = Budget { seconds: setup.budget(options.effort.budget.seconds), all_paths, for_tests: false };
    let mut pipeline = Pipeline::start(&setup, budget, output)?;
    let mut document = report::empty(&setup);
    let mut telling = Vec::new();
    while let Some(module) = pipeline.next_module() {
        document.targets.extend(module.explorations.iter().map(|exploration| report::target(exploration, None)));
        telling.extend(module.explorations.iter().map(telling_paths));
    }
    pipeline.finish();
    let (problems, exit) = conclude(&setup, &pipeline, &[]);
    document.errors = problems;
    document.seconds = started.elapsed().as_secs_f64();
    match output.format {
        Format::Json => print_json(&document)?,
        Format::Text => {
            let shown = if all_paths { None } else { Some(telling.as_slice()) };
            print(&text::exploration(&document, shown, &sources(&setup), Paint::stdout()))?;
        }
    }
    explain_nothing(&setup, document.targets.len(), exit, output.quiet);
    Ok(exit.max(fails(&document, &options.output.fail_on)))
}

/// The fewest paths that show all there is to see, and those that were cut.
fn telling_paths(exploration: &Exploration) -> BTreeSet<u32> {
    let cases: Vec<Case> = exploration.paths.iter().filter_map(|path| path.case.clone()).collect();
    let chosen = unseam_codegen::select(&cases).into_iter().map(|index| cases[index].path);
    chosen.chain(exploration.paths.iter().filter(|path| path.case.is_none()).map(|path| path.id)).collect()
}
