"""The networks of this process in torch: encoder, language model, memory, kernels, precision."""
