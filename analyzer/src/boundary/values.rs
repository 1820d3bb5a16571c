//! Values of the standard library that a test can make for real: `Path("a.txt")`, `CompletedProcess([], 0, "out")`, an open
//! file with a content.
//!
//! - **recipe**: the arguments that make a value of such a class, each unknown or plain.
//! - **file**: a stream that the test provides; what it holds is decided as it is read.
//!
//! ```python
//! done = subprocess.run(["git", "status"], text=True)      # CompletedProcess([], returncode, stdout)
//! if done.returncode != 0: …
//! ```

use std::sync::Arc;

use unseam_types::{ClassName, Type};

use crate::exec::{Machine, Result};
use crate::ir::Ident;
use crate::state::{Birth, Lazy, Object, ObjectId, Outside, Value};
use crate::term::{Constant, Node};

/// What a number with a range is, as long as nothing else is asked of it.
const USUAL: i64 = 7;

/// An argument of a recipe.
pub struct Ingredient {
    /// Empty for one that is passed by position.
    pub keyword: &'static str,
    pub ty: Type,
    /// Left out by a test whose unit does not look at it.
    pub optional: bool,
    /// What an int may be.
    pub range: Option<(i64, i64)>,
}

/// The modelled class whose objects stand for those of a class of the standard library.
pub fn standing_for(module: &str, qualname: &str, args: &[Type]) -> Option<(&'static str, &'static str)> {
    Some(match (module, qualname) {
        ("_io" | "io", "TextIOWrapper" | "TextIOBase") | ("typing", "TextIO") => ("io", "TextIOWrapper"),
        ("_io" | "io", "BufferedReader" | "BufferedWriter" | "BufferedRandom" | "FileIO") | ("typing", "BinaryIO") => {
            ("io", "BufferedReader")
        }
        ("typing", "IO") if args.first() == Some(&Type::Bytes) => ("io", "BufferedReader"),
        ("typing", "IO") => ("io", "TextIOWrapper"),
        ("pathlib", "Path" | "PosixPath") => ("pathlib", "Path"),
        // What is asked for its `__fspath__` is a path.
        ("pathlib", "PurePath" | "PurePosixPath") | ("os", "PathLike") => ("pathlib", "PurePosixPath"),
        ("subprocess", "CompletedProcess") => ("subprocess", "CompletedProcess"),
        ("subprocess", "CalledProcessError") => ("subprocess", "CalledProcessError"),
        ("uuid", "UUID") => ("uuid", "UUID"),
        _ => return None,
    })
}

/// The plain type whose values serve where only an ability is asked for.
pub fn plain_for(module: &str, qualname: &str, args: &[Type]) -> Option<Type> {
    let list = || Type::Instance {
        class: ClassName::new("builtins", "list"),
        args: vec![args.first().cloned().unwrap_or(Type::Unknown)],
    };
    Some(match (module, qualname) {
        ("typing", "SupportsInt" | "SupportsIndex" | "SupportsAbs" | "SupportsRound") => Type::Int,
        ("typing", "SupportsFloat" | "SupportsComplex") | ("numbers", "Real") => Type::Float,
        ("numbers", "Number" | "Integral" | "Rational") => Type::Int,
        ("typing", "SupportsBytes" | "ByteString") | ("collections.abc", "ByteString" | "Buffer") => Type::Bytes,
        ("typing" | "collections.abc", "Hashable") => Type::Str,
        ("typing" | "collections.abc", "Sized" | "Container" | "Reversible") => list(),
        ("requests.structures", "CaseInsensitiveDict") => {
            Type::Instance { class: ClassName::new("builtins", "dict"), args: vec![Type::Str, Type::Str] }
        }
        _ => return None,
    })
}

/// How a value of a modelled class is made; `args` are the type arguments of the class.
pub fn recipe(module: &str, qualname: &str, args: &[Type]) -> Option<Vec<Ingredient>> {
    let ingredient = |keyword, ty| Ingredient { keyword, ty, optional: false, range: None };
    Some(match (module, qualname) {
        ("pathlib", _) => vec![ingredient("", Type::Str)],
        ("subprocess", "CompletedProcess") => {
            let words = Type::Instance { class: ClassName::new("builtins", "list"), args: vec![Type::Str] };
            let output = args.first().cloned().unwrap_or(Type::Unknown);
            let optional = |keyword| Ingredient { optional: true, ..ingredient(keyword, output.clone()) };
            vec![ingredient("", words), ingredient("", Type::Int), optional("stdout"), optional("stderr")]
        }
        ("subprocess", "CalledProcessError") => {
            let optional = |keyword| Ingredient { optional: true, ..ingredient(keyword, Type::Unknown) };
            vec![ingredient("", Type::Int), ingredient("", Type::Str), optional("output"), optional("stderr")]
        }
        ("uuid", "UUID") => vec![Ingredient { range: Some((0, i64::MAX)), ..ingredient("int", Type::Int) }],
        _ => return None,
    })
}

pub fn is_file(module: &str, qualname: &str) -> bool {
    module == "io" && matches!(qualname, "TextIOWrapper" | "BufferedReader")
}

impl Machine<'_> {
    /// The unknown that an ingredient starts as.
    pub fn ingredient(&mut self, made: &Lazy, part: &Ingredient) -> Result<Value> {
        let shown = match part.keyword {
            "" => made.name.to_string(),
            keyword => format!("{}.{keyword}", made.name),
        };
        // A union of one stays undecided until somebody looks.
        let ty = if part.optional { Type::Union(vec![part.ty.clone()]) } else { part.ty.clone() };
        let depth = self.depth_below(made)?;
        let value = self.undecided(ty, &shown, made.origin, depth);
        if let (Some(_), Some(Node::Symbol(symbol))) = (part.range, value.term().map(|term| self.terms.node(term)))
            && self.state.witness.get(*symbol).is_none()
        {
            self.state.witness.set(*symbol, Constant::Int(USUAL.into()));
        }
        if let (Some((least, most)), Some(term)) = (part.range, value.term()) {
            let (least, most) = (self.terms.int(least), self.terms.int(most));
            for (low, high) in [(least, term), (term, most)] {
                let holds = self.terms.less_equal(low, high);
                self.grant(holds)?;
            }
        }
        Ok(value)
    }

    /// An open file about which nothing is known.
    pub fn undecided_file(&mut self, id: ObjectId, class: ObjectId) -> Result<Value> {
        let (pieces, written) = (self.list(Vec::new()), self.list(Vec::new()));
        let (no, zero) = (self.bool(false), self.int(0));
        let file = self.state.heap.new_instance(class, None);
        if let Some(instance) = self.state.heap.instance_mut(file) {
            let fields =
                [("_closed", no), ("_pieces", pieces), ("_written", written), ("_ended", no), ("_position", zero)];
            for (name, value) in fields {
                instance.attributes.set(name.into(), value);
            }
        }
        for born in [id, file] {
            self.state.births.insert(born, Arc::new(Birth::File(file)));
        }
        self.state.heap.set(id, Object::Alias(Value::Ref(file)));
        Ok(Value::Ref(file))
    }

    /// A method that the model of a class of the standard library leaves out, because it asks the world: `Path.exists`.
    pub fn method_beyond_model(&mut self, class: ObjectId, name: &Ident) -> Result<Option<Value>> {
        let Some(info) = self.state.heap.class(class) else { return Ok(None) };
        if name.starts_with("__") {
            return Ok(None);
        }
        let modelled =
            info.mro.iter().filter_map(|&base| self.state.heap.class(base)).find(|base| {
                crate::models::pure_part_of(&base.module).is_some() && !self.program.is_inside(&base.module)
            });
        let Some(owner) = modelled else { return Ok(None) };
        let receiver = Type::instance(&owner.module, &owner.qualname);
        let dotted: Ident = format!("{}.{}.{name}", owner.module, owner.qualname).into();
        match self.program.types.member(&receiver, name) {
            Type::Unknown => return Ok(None),
            Type::Callable { .. } | Type::Function { .. } => {}
            _ => return self.unsupported(format!("the attribute {dotted}")),
        }
        if let Some(&known) = self.state.outside.get(&dotted) {
            return Ok(Some(known));
        }
        let outside = Outside { path: Arc::clone(&dotted), patch: Arc::clone(&dotted), is_module: false, class: None };
        let value = self.allocate(Object::Outside(outside));
        self.state.outside.insert(dotted, value);
        Ok(Some(value))
    }
}
