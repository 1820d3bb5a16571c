//! The command line, as the contract has it.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use unseam_analyzer::project::ExceptionPolicy;
use unseam_plan::report::FindingKind;

const EXAMPLES: &str = "\
Examples:
  unseam seams shop/checkout.py                      what does it need from outside?
  unseam explore shop/checkout.py::place             every path, with an input that takes it
  unseam generate shop/checkout.py -o tests          a test file, run before it is written
  unseam generate shop/ --unit shop -o tests --check is it up to date? (for CI)

Exit codes:
  0 done   1 done, with findings you asked to fail on, or held back or stale files
  2 wrong usage, bad configuration or an unreadable target   101 a bug in unseam   130 interrupted";

/// Isolates Python code: finds every seam, puts a double there, writes the tests.
#[derive(Debug, Parser)]
#[command(name = "unseam", version, after_help = EXAMPLES)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Explore, write one test file a module, run it, report.
    Generate(Generate),
    /// Show the paths of each function: condition, inputs, doubles, outcome. Writes no file.
    Explore(Explore),
    /// List what the unit calls or reads outside itself, and how it would be patched.
    Seams(Seams),
}

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  unseam generate shop/checkout.py --unit shop.checkout --unit shop.models -o tests")]
pub struct Generate {
    #[command(flatten)]
    pub selection: Selection,
    #[command(flatten)]
    pub effort: Effort,
    #[command(flatten)]
    pub output: Output,
    #[command(flatten)]
    pub files: Files,
}

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  unseam explore shop/checkout.py::place --format json")]
pub struct Explore {
    #[command(flatten)]
    pub selection: Selection,
    #[command(flatten)]
    pub effort: Effort,
    #[command(flatten)]
    pub output: Output,
}

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  unseam seams shop/ --unit shop")]
pub struct Seams {
    #[command(flatten)]
    pub selection: Selection,
    #[command(flatten)]
    pub effort: SeamEffort,
    #[command(flatten)]
    pub output: SeamOutput,
}

/// Which code, and what counts as the unit.
#[derive(Debug, Args)]
#[command(next_help_heading = "What to explore")]
pub struct Selection {
    /// A file, a folder, or file.py::function, file.py::Class, file.py::Class.method.
    #[arg(value_name = "TARGET", required = true)]
    pub targets: Vec<String>,
    /// Dotted name of a module, package, class or function of the unit, with all below it; repeatable. [default: the target's module]
    #[arg(long = "unit", value_name = "NAME")]
    pub units: Vec<String>,
    /// The import root: DIR/shop/cart.py is shop.cart. [default: nearest parent with pyproject.toml, setup.py, setup.cfg or .git; src/ in it]
    #[arg(long, value_name = "DIR")]
    pub root: Option<PathBuf>,
    /// The interpreter that the tests will run on. [default: .venv/bin/python below the root, else $VIRTUAL_ENV, else python3]
    #[arg(long, value_name = "EXE")]
    pub python: Option<PathBuf>,
    /// A TOML file with settings. [default: nearest pyproject.toml with a [tool.unseam] table]
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Which exceptions a call that leaves the unit may raise. [default: `exceptions` of the configuration, else caught]
    #[arg(long, value_enum, value_name = "WHICH")]
    pub exceptions: Option<Exceptions>,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "How hard to try")]
pub struct Effort {
    #[command(flatten)]
    pub budget: SeamEffort,
    /// Every path, or the few that show something new.
    #[arg(long, value_enum, default_value_t = Paths::Few)]
    pub paths: Paths,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "How hard to try")]
pub struct SeamEffort {
    /// For each function; counted in machine steps, so that results do not depend on the machine's speed. [default: 10]
    #[arg(long = "budget", value_name = "SECONDS", value_parser = positive_seconds, allow_negative_numbers = true)]
    pub seconds: Option<f64>,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Reporting")]
pub struct Output {
    #[command(flatten)]
    pub common: SeamOutput,
    /// Exit with 1 if there is any of these; separated by commas.
    #[arg(long, value_enum, value_name = "KIND", value_delimiter = ',')]
    pub fail_on: Vec<FailOn>,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Reporting")]
pub struct SeamOutput {
    /// Text for people, or one JSON document.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// Nothing on standard error but errors.
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Say on standard error what is being done, and what it cost.
    #[arg(short, long)]
    pub verbose: bool,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Test files")]
pub struct Files {
    /// Where test files go. [default: `output` of the configuration]
    #[arg(short, long, value_name = "DIR")]
    pub output_dir: Option<PathBuf>,
    /// The layout of the tests. [default: `style` of the configuration, else pytest]
    #[arg(long, value_enum)]
    pub style: Option<Style>,
    /// Overwrite files that unseam did not write, or that were edited since.
    #[arg(long)]
    pub force: bool,
    /// Accept changed expectations of existing cases.
    #[arg(long)]
    pub accept: bool,
    /// Write nothing; exit with 1 if a file is stale.
    #[arg(long, conflicts_with_all = ["force", "accept"])]
    pub check: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    Text,
    Json,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Exceptions {
    /// What the unit is prepared to catch.
    Caught,
    /// Also what the callee's source and documentation say.
    Declared,
    /// None.
    Off,
}

impl From<Exceptions> for ExceptionPolicy {
    fn from(chosen: Exceptions) -> Self {
        match chosen {
            Exceptions::Caught => ExceptionPolicy::Caught,
            Exceptions::Declared => ExceptionPolicy::Declared,
            Exceptions::Off => ExceptionPolicy::Off,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Paths {
    All,
    Few,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Style {
    Pytest,
    Unittest,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FailOn {
    /// Lines that nothing reaches.
    DeadCode,
    /// An assertion that always fails.
    AssertFails,
    /// An assertion that some input fails.
    AssertCanFail,
    /// An assertion that always holds.
    AssertHolds,
    /// An exception that leaves the function.
    Escapes,
    /// A branch without a case that is not proved unreachable.
    Gaps,
    /// A path that could not be confirmed by a real run.
    Dropped,
    /// A file that could not be explored.
    Errors,
}

impl FailOn {
    /// The finding it names, if it names one.
    pub fn finding(self) -> Option<FindingKind> {
        match self {
            FailOn::DeadCode => Some(FindingKind::DeadCode),
            FailOn::AssertFails => Some(FindingKind::AssertFails),
            FailOn::AssertCanFail => Some(FindingKind::AssertCanFail),
            FailOn::AssertHolds => Some(FindingKind::AssertHolds),
            FailOn::Escapes => Some(FindingKind::Escapes),
            FailOn::Gaps | FailOn::Dropped | FailOn::Errors => None,
        }
    }
}

fn positive_seconds(text: &str) -> Result<f64, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    if seconds.is_finite() && seconds > 0.0 { Ok(seconds) } else { Err("must be a positive number".to_owned()) }
}
