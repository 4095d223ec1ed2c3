"""Named things on the screen: the accessibility tree first, OCR where it is silent."""
