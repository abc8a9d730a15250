"""Tide tables from harmonic constants."""

__version__ = "0.4.0"
