/// Something that must be louder than a state: money may have moved in a way the screen alone would not show.
public enum Anomaly: String, Sendable, Hashable, CaseIterable {
    /// An approval came after the attempt had ended otherwise. The approval counts.
    case lateSuccess
    /// An end came after an approval. It changes nothing.
    case contradiction
    /// There is more than one approval, or their sum exceeds the order: money may be held twice.
    case secondApproval
    /// An amount is not the one that was asked for.
    case amountMismatch
    /// Something was sent for an attempt that had ended here.
    case sentAfterEnd
    /// An event belongs to no attempt known here.
    case unattributed
}
