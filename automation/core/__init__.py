"""Values and ports that every other part of deskhand speaks in; knows no platform, no Qt and no model."""
