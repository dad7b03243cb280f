public enum PrimerSDKStandIn {}
