public enum AdyenActionsStandIn {}
