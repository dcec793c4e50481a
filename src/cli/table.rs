//! Tables of plain text.

use crate::ui::units;
pub(super) use crate::ui::units::{count as grouped, three_digits};

/// How a column stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// Columns are not cut to less than this.
const NARROWEST: usize = 8;

/// Rows of cells, set in columns two spaces apart.
#[derive(Debug, Clone)]
pub(super) struct Table {
    columns: Vec<Align>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table whose first row is `head`; a head that begins with `>` marks a column of numbers.
    pub(super) fn new(head: &[&str]) -> Self {
        let columns = head
            .iter()
            .map(|h| {
                if h.starts_with('>') {
                    Align::Right
                } else {
                    Align::Left
                }
            })
            .collect();
        let head = head
            .iter()
            .map(|h| h.trim_start_matches('>').to_owned())
            .collect();
        Self {
            columns,
            rows: vec![head],
        }
    }

    /// A table of words without a head.
    pub(super) fn headless(columns: usize) -> Self {
        Self {
            columns: vec![Align::Left; columns],
            rows: Vec::new(),
        }
    }

    /// Adds a row; missing cells are empty.
    pub(super) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// Cuts cells of the columns `soft`, the widest first, until no line has more than `most` characters, as far as
    /// eight a column allow.
    pub(super) fn fit(&mut self, most: usize, soft: &[usize]) {
        let mut widths = self.widths();
        let whole = |widths: &[usize]| widths.iter().map(|w| w + 2).sum::<usize>();
        while whole(&widths) > most {
            let widest = soft
                .iter()
                .copied()
                .filter(|c| widths[*c] > NARROWEST)
                .max_by_key(|c| widths[*c]);
            let Some(column) = widest else { break };
            widths[column] -= 1;
        }
        for &column in soft {
            for cell in self.rows.iter_mut().filter_map(|r| r.get_mut(column)) {
                if cell.chars().count() > widths[column] {
                    *cell = cell.chars().take(widths[column] - 1).chain(['…']).collect();
                }
            }
        }
    }

    fn widths(&self) -> Vec<usize> {
        (0..self.columns.len())
            .map(|c| {
                let cells = self.rows.iter().filter_map(|r| r.get(c));
                cells.map(|s| s.chars().count()).max().unwrap_or(0)
            })
            .collect()
    }

    /// The table as lines, each indented by two spaces and without spaces at its end.
    pub(super) fn text(&self) -> String {
        let width = |s: &str| s.chars().count();
        let widths = self.widths();
        let mut text = String::new();
        for row in &self.rows {
            let mut line = String::new();
            for (c, cell) in row.iter().enumerate().take(widths.len()) {
                line.push_str("  ");
                let pad = " ".repeat(widths[c] - width(cell));
                match self.columns[c] {
                    Align::Left => line.extend([cell.as_str(), &pad]),
                    Align::Right => line.extend([pad.as_str(), cell]),
                }
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }
}

/// Bytes in decimal units with three digits: `7.20 MB`.
pub(super) fn bytes(n: u64) -> String {
    units::bytes(n).replace(units::THIN, " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up() {
        let mut t = Table::new(&["name", ">keys"]);
        t.row(["Idle".into(), "1,200".into()]);
        t.row(["A".into(), "7".into()]);
        t.row(["no number".into()]);
        assert_eq!(
            t.text(),
            "  name        keys\n  Idle       1,200\n  A              7\n  no number\n"
        );
    }

    #[test]
    fn long_names_are_cut_to_the_width_there_is() {
        let mut t = Table::new(&["name", ">n"]);
        t.row(["a name of some length".into(), "1".into()]);
        t.fit(16, &[0]);
        assert_eq!(
            t.text(),
            "  name         n\n  a name of…   1\n".replace("a name of…   1", "a name of …  1")
        );
        t.fit(4, &[0]);
        assert!(t.text().contains("a name …  1"));
    }

    #[test]
    fn numbers_read_well() {
        assert_eq!(
            [0, 999, 1000, 7_200_000].map(bytes),
            ["0 B", "999 B", "1.00 kB", "7.20 MB"]
        );
    }
}
