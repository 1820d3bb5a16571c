//! Calls that the callee cannot be called with.
//!
//! ```python
//! class Connection(HTTPConnection):
//!     def __init__(self, *args):
//!         HTTPConnection.__init__(self, *args)      # refuses without a host
//! ```
//!
//! A double with the real signature refuses them, too.

use unseam_types::ParameterKind;

use crate::program::Program;

/// The keyword that stands for `**` of which nothing is known yet.
const UNDECIDED: &str = "**";

impl Program {
    /// The first argument by keyword that an outside function does not know: `os.makedirs(path, exists_ok=True)`.
    pub fn unknown_keyword<'k>(&self, path: &str, mut keywords: impl Iterator<Item = &'k str>) -> Option<&'k str> {
        let (module, name) = self.modules.split(path)?;
        let function = self.types.function(module, name).filter(|function| function.is_called_as_written)?;
        let takes_by_name = |wanted: &str| {
            function.parameters.iter().any(|parameter| match parameter.kind {
                ParameterKind::KeywordVariadic => true,
                ParameterKind::PositionalOrKeyword | ParameterKind::KeywordOnly => parameter.name == wanted,
                ParameterKind::PositionalOnly | ParameterKind::Variadic => false,
            })
        };
        keywords.find(|keyword| *keyword != UNDECIDED && !takes_by_name(keyword))
    }

    /// Whether an argument is not given without which an outside function cannot be called; `None` if nothing is known of
    /// what it takes. `is_bound`: a method of a class to which its receiver is not passed.
    pub fn lacks_argument<'k>(
        &self,
        path: &str,
        is_bound: bool,
        positional: usize,
        keywords: impl Iterator<Item = &'k str>,
    ) -> Option<bool> {
        let (module, name) = self.modules.split(path)?;
        let (parameters, positional) = match (self.types.function(module, name), name.strip_suffix(".__init__")) {
            (Some(function), _) if function.is_called_as_written => {
                // `random.randint` is a method of an object that the module keeps. Of other methods it is not known
                // whether their receiver is among the arguments.
                let is_method = function.name.qualname.contains('.') && !function.is_static_method;
                let receives = is_method && (is_bound || !name.ends_with("__init__"));
                (function.parameters, positional + usize::from(receives))
            }
            // What a class takes is told without the receiver, which is passed to its `__init__`.
            (None, Some(class)) => {
                let parameters = self.types.class(module, class)?.constructor?;
                (parameters, positional.saturating_sub(usize::from(!is_bound)))
            }
            // `HTTPBasicAuth(*pair)`; where `__init__` has several forms, one of them may fit.
            (None, None) => {
                self.types.class(module, name)?;
                let init = self.types.function(module, &format!("{name}.__init__"))?;
                init.is_called_as_written.then_some((init.parameters, positional + 1))?
            }
            _ => return None,
        };
        let keywords: Vec<&str> = keywords.collect();
        let is_given = |name: &str| keywords.contains(&name) || keywords.contains(&UNDECIDED);
        let is_positional = |kind| matches!(kind, ParameterKind::PositionalOnly | ParameterKind::PositionalOrKeyword);
        let mut missing = parameters.iter().filter(|parameter| is_positional(parameter.kind)).skip(positional);
        Some(missing.any(|parameter| !parameter.has_default && !is_given(&parameter.name)))
    }
}
