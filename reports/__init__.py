"""What came out: statistics, tables, figures and the sentences that they support."""
