"""What is kept of a run: the database, the pictures beside it, and the ways out of both."""
