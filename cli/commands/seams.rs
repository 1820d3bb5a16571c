//! `unseam seams`: what the unit needs from outside.

use anyhow::Result;
use unseam_analyzer::search::Budget;
use unseam_plan::report::{SeamReport, VERSION};

use super::{conclude, explain_nothing, print, print_json};
use crate::args::{Format, Seams};
use crate::exit::Exit;
use crate::pipeline::Pipeline;
use crate::setup::Setup;
use crate::terminal::Paint;
use crate::{report, text};

pub fn run(options: &Seams) -> Result<Exit> {
    let setup = Setup::new(&options.selection)?;
    let budget = Budget { seconds: setup.budget(options.effort.seconds), all_paths: false, for_tests: false };
    let mut pipeline = Pipeline::start(&setup, budget, &options.output)?;
    let mut document = SeamReport { version: VERSION, unit: setup.unit(), ..SeamReport::default() };
    let mut functions = 0;
    while let Some(module) = pipeline.next_module() {
        functions += module.explorations.len();
        document.seams.extend(report::missing_modules(&setup, &module.name));
        document.seams.extend(module.explorations.iter().flat_map(report::listed_seams));
    }
    pipeline.finish();
    let (problems, exit) = conclude(&setup, &pipeline, &[]);
    document.errors = problems;
    match options.output.format {
        Format::Json => print_json(&document)?,
        Format::Text => print(&text::seam_list(&document.seams, functions, Paint::stdout()))?,
    }
    explain_nothing(&setup, functions, exit, options.output.quiet);
    Ok(exit)
}
