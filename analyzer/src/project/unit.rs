//! The unit: which dotted names belong to what is explored.

use std::collections::BTreeSet;

/// Dotted names of modules, packages, classes or functions; each includes what is below it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Unit {
    names: BTreeSet<String>,
}

impl Unit {
    pub fn new(names: impl IntoIterator<Item = String>) -> Self {
        Self { names: names.into_iter().collect() }
    }

    /// The declared names, sorted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    /// Whether a fully qualified name is a declared one or lies below one, by dotted component.
    pub fn contains(&self, dotted: &str) -> bool {
        dotted.match_indices('.').map(|(at, _)| &dotted[..at]).chain([dotted]).any(|prefix| self.names.contains(prefix))
    }

    /// Whether a module lies in the same top-level package as something of the unit.
    pub fn is_neighbour(&self, module: &str) -> bool {
        let top = |dotted: &str| dotted.split('.').next().map(str::to_owned);
        self.names.iter().any(|name| top(name) == top(module))
    }

    /// Whether something inside a module belongs to the unit, so that its top level must be run.
    pub fn touches(&self, module: &str) -> bool {
        self.contains(module)
            || self.names.iter().any(|name| name.strip_prefix(module).is_some_and(|rest| rest.starts_with('.')))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_not_prefixes() {
        let unit = Unit::new(["shop.bill".to_owned(), "shop.models.Order".to_owned()]);
        for inside in ["shop.bill", "shop.bill.total", "shop.models.Order", "shop.models.Order.pay"] {
            assert!(unit.contains(inside), "{inside}");
        }
        for outside in ["shop", "shop.billing", "shop.models", "shop.models.Orders", ""] {
            assert!(!unit.contains(outside), "{outside}");
        }
        assert!(unit.is_neighbour("shop.models") && unit.is_neighbour("shop") && !unit.is_neighbour("shopping.bill"));
        assert!(unit.touches("shop.models") && unit.touches("shop") && !unit.touches("shop.model"));
    }
}
