"""Policies that run a vision-language model; knows no Qt."""
