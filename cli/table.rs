//! Columns of text.

use crate::terminal::Paint;

/// Rows under headings, each column as wide as its widest cell.
#[derive(Debug)]
pub struct Table {
    headings: Vec<&'static str>,
    rows: Vec<Vec<String>>,
}

impl Table {
    pub fn new(headings: &[&'static str]) -> Table {
        Table { headings: headings.to_vec(), rows: Vec::new() }
    }

    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Columns without a single entry are left out.
    pub fn render(&self, indent: &str, paint: Paint) -> String {
        let cell = |row: &Vec<String>, column: usize| row.get(column).map_or(0, |cell| cell.chars().count());
        let filled = (0..self.headings.len()).filter(|column| self.rows.iter().any(|row| cell(row, *column) > 0));
        let columns: Vec<(usize, usize)> = filled
            .map(|column| {
                let widest = self.rows.iter().map(|row| cell(row, column)).max().unwrap_or(0);
                (column, widest.max(self.headings[column].len()))
            })
            .collect();
        let line = |text: &dyn Fn(usize) -> String| {
            let cells = columns.iter().map(|(column, width)| format!("{:<width$}", text(*column)));
            cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
        };
        let mut out = format!("{indent}{}\n", paint.dim(&line(&|column| self.headings[column].to_owned())));
        for row in &self.rows {
            out.push_str(indent);
            out.push_str(&line(&|column| row.get(column).cloned().unwrap_or_default()));
            out.push('\n');
        }
        out
    }
}
