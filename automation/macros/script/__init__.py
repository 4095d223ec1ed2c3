"""A macro as a plain Python script, and the steps of such a script in the loop that every run is under."""
