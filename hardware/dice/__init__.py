"""The dice tray: its lines, its codes and its adjustment."""
