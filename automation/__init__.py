"""What a desktop offers and how one approved step runs on it; knows no Qt and no model runtime."""
