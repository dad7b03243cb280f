/// The attempts of an order in the order they began.
///
/// An order is copied before every change that may have to be taken back, and asked how it stands after every one. So
/// each attempt is behind a reference of its own, and the few that can decide are known without looking at all of them.
package struct AttemptList: Sendable, Hashable, RandomAccessCollection {
    /// An array of one is a reference to a value that is copied when it is changed while shared.
    private var boxes: [[OrderMachine.Attempt]] = []
    /// The attempts that can decide how the order stands: at work, open or approved. An end without a payment can't, nor
    /// can one that was another attempt's payment all along.
    private(set) var deciding: [Int] = []
    /// The attempts nobody here began.
    private(set) var ungranted: [Int] = []

    package var startIndex: Int { 0 }
    package var endIndex: Int { boxes.count }

    package internal(set) subscript(index: Int) -> OrderMachine.Attempt {
        // Inlined, only what is asked for is copied. (A `_read` accessor is miscompiled: see the architecture's tests.)
        @inline(__always) get { boxes[index][0] }
        _modify {
            defer { settle(index) }
            yield &boxes[index][0]
        }
    }

    mutating func append(_ attempt: OrderMachine.Attempt) {
        boxes.append([attempt])
        if !attempt.began.isGranted { ungranted.append(boxes.count - 1) }
        settle(boxes.count - 1)
    }

    private mutating func settle(_ index: Int) {
        let decides = !boxes[index][0].isTwin && !boxes[index][0].machine.standing.state.kind.isEnd
        let place = deciding.lastIndex { $0 <= index }
        let isKnown = place.map { deciding[$0] == index } ?? false
        if decides, !isKnown {
            deciding.insert(index, at: place.map { $0 + 1 } ?? 0)
        } else if !decides, isKnown, let place {
            deciding.remove(at: place)
        }
    }
}
