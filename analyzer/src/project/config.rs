//! `[tool.unseam]`: the settings a project keeps in its `pyproject.toml`, or in a file of their own.
//!
//! ```toml
//! [tool.unseam]
//! unit = ["shop.checkout", "shop.models"]
//! budget = 20
//!
//! [tool.unseam.seam."requests.post"]
//! raises = ["requests.Timeout"]
//! ensures = "result.status_code >= 100"
//! ```
//!
//! An unknown key and a value of the wrong type are errors that point at their line: a misspelt setting
//! that is silently ignored costs an afternoon.

use super::error::{Location, ProjectError};
use super::suggest::{did_you_mean, nearest};
use std::ops::Range;
use std::path::{Path, PathBuf};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The layout of generated tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TestStyle {
    Pytest,
    Unittest,
}

/// Which exceptions seams may raise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExceptionPolicy {
    /// What the unit is prepared to catch.
    Caught,
    /// Also what documentation and stubs declare.
    Declared,
    /// None.
    Off,
}

/// Something the user wrote, and where: what it names is looked up later, and may turn out to be wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    pub text: String,
    pub place: Location,
}

impl Entry {
    pub(crate) fn error(&self, message: impl Into<String>) -> ProjectError {
        ProjectError::Config { location: Box::new(self.place.clone()), message: message.into() }
    }
}

/// What the user states about a seam. An empty list is a statement too: it never raises, it changes nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeamContract {
    /// The seam's name, as `unseam seams` prints it.
    pub callee: Entry,
    pub returns: Option<Entry>,
    pub raises: Option<Vec<Entry>>,
    pub ensures: Vec<Entry>,
    pub mutates: Option<Vec<Entry>>,
}

/// The settings of a project; what is absent is left to the defaults.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Config {
    /// The file they came from.
    pub file: Option<PathBuf>,
    pub unit: Vec<String>,
    pub root: Option<PathBuf>,
    pub python: Option<PathBuf>,
    pub budget: Option<f64>,
    pub style: Option<TestStyle>,
    pub output: Option<PathBuf>,
    /// Callables to treat as pure, to explore, to double: dotted names.
    pub pure: Vec<Entry>,
    pub inline: Vec<Entry>,
    pub mock: Vec<Entry>,
    pub exceptions: Option<ExceptionPolicy>,
    pub seams: Vec<SeamContract>,
}

const KEYS: [&str; 11] =
    ["unit", "root", "python", "budget", "style", "output", "pure", "inline", "mock", "exceptions", "seam"];
const SEAM_KEYS: [&str; 4] = ["returns", "raises", "ensures", "mutates"];

impl Config {
    /// The nearest `pyproject.toml` with the table, from a folder upwards.
    pub(super) fn nearest(folder: &Path) -> Result<Self, ProjectError> {
        for candidate in folder.ancestors().map(|parent| parent.join("pyproject.toml")).filter(|file| file.is_file()) {
            if let Some(config) = Self::read_table(&candidate, false)? {
                return Ok(config);
            }
        }
        Ok(Self::default())
    }

    /// A file the user named: `[tool.unseam]`, or the same keys at its top level.
    pub(super) fn read(file: &Path) -> Result<Self, ProjectError> {
        Ok(Self::read_table(file, true)?.unwrap_or_default())
    }

    fn read_table(file: &Path, top_level_counts: bool) -> Result<Option<Self>, ProjectError> {
        let text = std::fs::read_to_string(file)
            .map_err(|error| ProjectError::Unreadable { path: file.to_path_buf(), error })?;
        let reader = Reader { file, text: &text };
        let document = DeTable::parse(&text).map_err(|error| {
            reader.error(error.span().unwrap_or_default(), format!("not valid TOML: {}", error.message()))
        })?;
        let document = document.get_ref();
        let tool = document.get("tool").and_then(|tool| tool.get_ref().as_table());
        match tool.and_then(|tool| tool.get("unseam")) {
            Some(table) => reader.config(reader.table(table, "tool.unseam")?).map(Some),
            None if top_level_counts && tool.is_none() => reader.config(document).map(Some),
            None => Ok(None),
        }
    }
}

/// Reads values and blames the right line when one does not fit.
struct Reader<'a> {
    file: &'a Path,
    text: &'a str,
}

type Value<'i> = Spanned<DeValue<'i>>;

impl Reader<'_> {
    fn error(&self, span: Range<usize>, message: String) -> ProjectError {
        ProjectError::Config { location: Box::new(Location::at(self.file, self.text, span.start)), message }
    }

    fn wrong_type(&self, value: &Value, key: &str, wanted: &str) -> ProjectError {
        self.error(value.span(), format!("`{key}` must be {wanted}, not {}", value.get_ref().type_str()))
    }

    fn unknown(&self, span: Range<usize>, key: &str, known: &[&str]) -> ProjectError {
        let near = nearest(key, known.iter().copied());
        let hint = if near.is_empty() { format!("; known: {}", known.join(", ")) } else { did_you_mean(&near) };
        self.error(span, format!("unknown setting `{key}`{hint}"))
    }

    fn config(&self, table: &DeTable) -> Result<Config, ProjectError> {
        let folder = self.file.parent().unwrap_or(Path::new(""));
        let mut config = Config { file: Some(self.file.to_path_buf()), ..Config::default() };
        for (key, value) in table.iter() {
            let name = key.get_ref().as_ref();
            match name {
                "unit" => config.unit = self.strings(value, name)?,
                "root" => config.root = Some(folder.join(self.string(value, name)?)),
                "python" => {
                    let exe = self.string(value, name)?;
                    // A bare name is looked up on the search path, as in a shell.
                    config.python = Some(if exe.contains('/') { folder.join(exe) } else { exe.into() });
                }
                "output" => config.output = Some(folder.join(self.string(value, name)?)),
                "budget" => config.budget = Some(self.seconds(value, name)?),
                "style" => {
                    let choices = [("pytest", TestStyle::Pytest), ("unittest", TestStyle::Unittest)];
                    config.style = Some(self.choice(value, name, &choices)?);
                }
                "exceptions" => {
                    let choices = [
                        ("caught", ExceptionPolicy::Caught),
                        ("declared", ExceptionPolicy::Declared),
                        ("off", ExceptionPolicy::Off),
                    ];
                    config.exceptions = Some(self.choice(value, name, &choices)?);
                }
                "pure" => config.pure = self.entries(value, name)?,
                "inline" => config.inline = self.entries(value, name)?,
                "mock" => config.mock = self.entries(value, name)?,
                "seam" => {
                    for (callee, contract) in self.table(value, name)?.iter() {
                        let callee = self.entry(callee.get_ref(), callee.span());
                        config.seams.push(self.contract(contract, callee)?);
                    }
                }
                other => return Err(self.unknown(key.span(), other, &KEYS)),
            }
        }
        Ok(config)
    }

    fn contract(&self, value: &Value, callee: Entry) -> Result<SeamContract, ProjectError> {
        let table = self.table(value, &format!("seam.\"{}\"", callee.text))?;
        let mut contract = SeamContract { callee, returns: None, raises: None, ensures: Vec::new(), mutates: None };
        for (key, value) in table.iter() {
            let name = key.get_ref().as_ref();
            match name {
                "returns" => contract.returns = Some(self.entry(self.string(value, name)?, value.span())),
                "raises" => contract.raises = Some(self.entries(value, name)?),
                "ensures" => contract.ensures = self.entries(value, name)?,
                "mutates" => contract.mutates = Some(self.entries(value, name)?),
                other => return Err(self.unknown(key.span(), other, &SEAM_KEYS)),
            }
        }
        Ok(contract)
    }

    fn table<'v, 'i>(&self, value: &'v Value<'i>, key: &str) -> Result<&'v DeTable<'i>, ProjectError> {
        value.get_ref().as_table().ok_or_else(|| self.wrong_type(value, key, "a table"))
    }

    fn string<'v>(&self, value: &'v Value, key: &str) -> Result<&'v str, ProjectError> {
        value.get_ref().as_str().ok_or_else(|| self.wrong_type(value, key, "a string"))
    }

    fn entry(&self, text: &str, span: Range<usize>) -> Entry {
        Entry { text: text.to_owned(), place: Location::at(self.file, self.text, span.start) }
    }

    fn strings(&self, value: &Value, key: &str) -> Result<Vec<String>, ProjectError> {
        Ok(self.entries(value, key)?.into_iter().map(|entry| entry.text).collect())
    }

    /// A string, or a list of strings.
    fn entries(&self, value: &Value, key: &str) -> Result<Vec<Entry>, ProjectError> {
        if let Some(one) = value.get_ref().as_str() {
            return Ok(vec![self.entry(one, value.span())]);
        }
        let wanted = "a string or a list of strings";
        let list = value.get_ref().as_array().ok_or_else(|| self.wrong_type(value, key, wanted))?;
        let entry = |item: &Value| match item.get_ref().as_str() {
            Some(text) => Ok(self.entry(text, item.span())),
            None => Err(self.wrong_type(item, key, wanted)),
        };
        list.iter().map(entry).collect()
    }

    fn seconds(&self, value: &Value, key: &str) -> Result<f64, ProjectError> {
        let number = match value.get_ref() {
            DeValue::Integer(integer) => integer.as_str().replace('_', "").parse().ok(),
            DeValue::Float(float) => float.as_str().replace('_', "").parse().ok(),
            _ => None,
        };
        let positive = number.filter(|seconds: &f64| seconds.is_finite() && *seconds > 0.0);
        positive.ok_or_else(|| self.error(value.span(), format!("`{key}` must be a positive number of seconds")))
    }

    fn choice<T: Copy>(&self, value: &Value, key: &str, choices: &[(&str, T)]) -> Result<T, ProjectError> {
        let typed = self.string(value, key)?;
        choices.iter().find(|(name, _)| *name == typed).map(|(_, choice)| *choice).ok_or_else(|| {
            let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
            self.error(value.span(), format!("`{key}` must be one of {}, not `{typed}`", names.join(", ")))
        })
    }
}
