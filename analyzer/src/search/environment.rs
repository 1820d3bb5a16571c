//! Mappings that the whole process shares: a test puts entries into them for the duration of the call.
//!
//! ```python
//! os.environ.get("PORT")      # patch.dict("os.environ", {"PORT": "80"}), or the key removed
//! sys.modules[name]           # patch.dict("sys.modules", {"shop": …}); every import asks the others
//! ```

use unseam_plan::{Access, Check, Name, Replacement, Root, Step, Value as Plan};

use super::values::Writer;
use crate::state::{Birth, Dict, Object, ObjectId, Value};

const ENVIRONMENT: &str = "os.environ";
/// Those without which nothing can be imported: no test empties it.
const MODULES: &str = "sys.modules";

pub(super) fn is_shared_mapping(path: &str) -> bool {
    matches!(path, ENVIRONMENT | MODULES)
}

impl Writer<'_> {
    /// The entries of a mapping that the path asked for; `None` if it did nothing with it.
    pub(super) fn entries(&self, path: &str, mapping: Value) -> Option<Replacement> {
        let (id, dict) = self.mapping(mapping)?;
        let mut entries: Vec<(Plan, Option<Plan>)> =
            self.born_entries(id).iter().map(|&(key, value)| (self.input(key), Some(self.input(value)))).collect();
        let only = dict.open.is_none() && path != MODULES;
        let absent = dict.open.iter().flat_map(|open| &open.absent);
        entries.extend(absent.map(|&key| (self.input(key), None)));
        Some(Replacement::Entries { entries, only })
    }

    /// What the unit put into the environment, and what it has left there on purpose: `os.environ.setdefault("MODE", "test")`.
    pub(super) fn environment_checks(&self) -> Vec<Check> {
        let Some(&environment) = self.state.outside.get(ENVIRONMENT) else { return Vec::new() };
        let Some((id, dict)) = self.mapping(environment) else { return Vec::new() };
        let born = self.born_entries(id);
        let is_kept = self.state.kept.contains(&id);
        let put = dict.entries.iter().filter(|entry| is_kept || !born.contains(entry));
        put.map(|&(key, value)| {
            let path = vec![Step::Item(self.output(&self.state.heap, key))];
            let access = Access { root: Root::Global(Name::new("os", "environ")), path };
            Check { access, value: self.output(&self.state.heap, value) }
        })
        .collect()
    }

    /// Whether a dict was handed in, or belongs to the process: what becomes of it is seen.
    pub(super) fn is_dict_of_others(&self, id: ObjectId) -> bool {
        let environment =
            self.state.outside.get(ENVIRONMENT).and_then(|value| self.state.heap.resolve(*value).object());
        environment == Some(id) || matches!(self.state.births.get(&id).map(|birth| &**birth), Some(Birth::Dict(_)))
    }

    fn mapping(&self, value: Value) -> Option<(ObjectId, &Dict)> {
        let id = self.state.heap.resolve(value).object()?;
        match self.state.heap.get(id) {
            Object::Dict(dict) => Some((id, dict)),
            _ => None,
        }
    }

    fn born_entries(&self, id: ObjectId) -> &[(Value, Value)] {
        match self.state.births.get(&id).map(|birth| &**birth) {
            Some(Birth::Dict(entries)) => entries,
            _ => &[],
        }
    }
}
