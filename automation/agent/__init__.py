"""How a run goes: the state table and the loop that observes, proposes, confirms, executes, verifies and records."""
