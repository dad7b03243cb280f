/// A large constant behind one reference: an adapter that holds its tables so is copied by counting one.
package struct Shared<Value: Sendable>: Sendable {
    private final class Box: Sendable {
        let value: Value

        init(_ value: Value) { self.value = value }
    }

    private let box: Box

    package init(_ value: Value) { box = Box(value) }

    package var value: Value { box.value }
}
