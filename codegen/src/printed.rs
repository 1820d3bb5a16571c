//! What the unit prints, as a test hears it.
//!
//! ```python
//! def test_rename(capsys):
//!     rename("old", "new")
//!     assert capsys.readouterr().out == "renamed old to new\n"
//!
//!     # In unittest style
//!     with redirect_stdout(StringIO()) as out:
//!         rename("old", "new")
//!     self.assertEqual(out.getvalue(), "renamed old to new\n")
//! ```

use unseam_plan::{Printed, Value};

use crate::asserts::{Comparison, holds};
use crate::py::{CallArg, Expr, Stmt, WithItem};
use crate::values::Values;
use crate::{CodegenError, Style};

/// pytest's fixture.
pub const FIXTURE: &str = "capsys";

const STREAMS: [&str; 2] = ["out", "err"];

/// The assertions; in unittest style also what is put around the call of the unit.
pub fn heard(
    printed: &Printed,
    style: Style,
    values: &mut Values,
    items: &mut Vec<WithItem>,
) -> Result<Vec<Stmt>, CodegenError> {
    let told = STREAMS.into_iter().zip(printed.streams());
    let told: Vec<(&str, &String)> = told.filter_map(|(stream, text)| Some((stream, text.as_ref()?))).collect();
    let mut said = Vec::new();
    let read = Expr::text(FIXTURE).attribute("readouterr").call(Vec::new());
    let all = match (style, told.as_slice()) {
        (Style::Pytest, [_, _]) => {
            let all = Expr::local(values.names.fresh("printed"));
            said.push(Stmt::Assign(all.clone(), read));
            all
        }
        _ => read,
    };
    for (stream, text) in told {
        let heard = match style {
            Style::Pytest => all.clone().attribute(stream),
            Style::Unittest => {
                let alias = values.names.fresh(stream);
                let into = Expr::outside("io", "StringIO").call(Vec::new());
                let redirect = Expr::outside("contextlib", &format!("redirect_std{stream}"));
                let expr = redirect.call(vec![CallArg::positional(into)]);
                items.push(WithItem::Context { expr, alias: Some(alias.clone()) });
                Expr::local(alias).attribute("getvalue").call(Vec::new())
            }
        };
        said.extend(holds(heard, &Value::Str(text.clone()), stream, Comparison::Equality, values)?);
    }
    Ok(said)
}
