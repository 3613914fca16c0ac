"""Serve tables to browsers."""
