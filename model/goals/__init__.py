"""Goals by a model that reads text: it aims by the names of living elements and sees no picture."""
