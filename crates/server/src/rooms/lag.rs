//! How long messages are on their way, measured by the server alone.
