"""What is allowed: risk in code, the user's rules, approval, redaction and receipts. Knows no platform."""
