import Foundation

/// The ratios to the peers and the growth of the costs as one picture.
struct Chart {
    let report: Report

    init(_ report: Report) { self.report = report }

    var svg: String { "<svg/>" }
}
