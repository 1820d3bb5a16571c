//! Packages that are not installed: modules that stand in for them while the unit is imported and tested.
//!
//! ```python
//! MISSING = stand_ins("moneylib", "moneylib.errors")
//! stand_in_class(MISSING, "moneylib.errors", "RateError", Exception)
//!
//! with patch.dict(sys.modules, MISSING):
//!     forget("bank")
//!     from bank.ledger import convert
//!
//!     LOADED = dict(sys.modules)
//! ```
//!
//! A module that can be imported has no stand-in. A package that was imported before has modules as attributes that have not
//! seen the stand-ins of this file: it is imported again. After the `with` the interpreter has forgotten the stand-ins and whatever
//! was imported with them; a fixture brings both back for the length of a test.

use unseam_plan::{Name, StandIns};

use crate::imports::Needed;
use crate::literal;
use crate::py::Expr;

const CLASSES: &str = include_str!("../templates/stand_ins.py");
const BASE: &str = include_str!("../templates/stand_in_class.py");
const FORGET: &str = include_str!("../templates/forget.py");

/// What the definitions use.
pub fn needs(needed: &mut Needed) {
    let names =
        [("sys", "modules"), ("importlib.util", "find_spec"), ("types", "FunctionType"), ("types", "ModuleType")];
    names.into_iter().for_each(|(module, name)| needed.name(&Name::new(module, name)));
    needed.expr(&Expr::mock("MagicMock"));
    needed.expr(&Expr::mock("patch"));
}

/// The classes, and `MISSING` with what this file needs.
pub fn definitions(stand_ins: &StandIns) -> String {
    let mut text = CLASSES.to_owned();
    if stand_ins.classes.iter().any(|class| !class.is_exception) {
        text.push_str("\n\n");
        text.push_str(BASE);
    }
    if !stand_ins.packages.is_empty() {
        text.push_str("\n\n");
        text.push_str(FORGET);
    }
    let modules: Vec<String> = stand_ins.modules.iter().map(|module| literal::string(&module.name)).collect();
    text.push_str(&format!("\n\nMISSING = stand_ins({})\n", modules.join(", ")));
    for class in &stand_ins.classes {
        let base = if class.is_exception { "Exception" } else { "StandInClass" };
        let (module, name) = (literal::string(&class.name.module), literal::string(&class.name.qualname));
        let attributes: String =
            class.attributes.iter().map(|attribute| format!(", {}", literal::string(attribute))).collect();
        text.push_str(&format!("stand_in_class(MISSING, {module}, {name}, {base}{attributes})\n"));
    }
    text
}

/// The unit's imports, under the stand-ins.
pub fn import_block(stand_ins: &StandIns, imports: &str) -> String {
    let body = imports.replace('\n', "\n    ");
    let packages: Vec<String> = stand_ins.packages.iter().map(|package| literal::string(package)).collect();
    let forget = match packages.is_empty() {
        true => String::new(),
        false => format!("    if MISSING:\n        forget({})\n", packages.join(", ")),
    };
    format!("with patch.dict(sys.modules, MISSING):\n{forget}    {body}\n\n    LOADED = dict(sys.modules)\n")
}

/// The head of a probe, whose process ends with it: nothing has to be forgotten.
pub fn probe_head(stand_ins: &StandIns) -> String {
    if stand_ins.is_empty() {
        return String::new();
    }
    let imports = "import sys\nfrom importlib.util import find_spec\nfrom types import FunctionType, ModuleType\n\
                   from unittest.mock import MagicMock\n";
    format!("{imports}\n\n{}\nsys.modules.update(MISSING)\n", definitions(stand_ins))
}
