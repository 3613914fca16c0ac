"""The companion without a Pi: the real program on simulated pins and a simulated bus."""
