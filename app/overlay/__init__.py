"""What is drawn over other applications: marks, the approval card and the status pill."""
