"""Holotron as a torch network: encoder, projector, language model, kernels, precision."""
