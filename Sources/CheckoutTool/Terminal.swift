import CheckoutTesting

/// Text for a terminal.
enum Terminal {
    /// A text from outside without anything a terminal would obey.
    static func plain(_ text: String, limit: Int = 200) -> String { text.plain(limit: limit) }

    /// Rows with their columns aligned; the last cell of a row runs free.
    static func table(_ rows: [[String]]) -> String {
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in
            rows.map { column < $0.count - 1 ? $0[column].count : 0 }.max() ?? 0
        }
        return rows.map { row in
            let cells = row.enumerated().map { column, cell in
                column == row.count - 1 ? cell : cell + String(repeating: " ", count: widths[column] - cell.count)
            }
            var line = cells.joined(separator: "  ")
            while line.last == " " { line.removeLast() }
            return line + "\n"
        }.joined()
    }
}
