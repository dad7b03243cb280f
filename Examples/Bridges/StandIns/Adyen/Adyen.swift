public enum AdyenStandIn {}
