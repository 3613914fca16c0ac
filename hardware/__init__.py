"""What is wired to the Raspberry Pi: pins, keys, electronic dice, the OLED; and a simulated Pi.

Knows no game. Every error it raises on purpose is one of these, each with one line that says what
was expected, what came and what to do::

    HardwareError
    ├── WiringError      (ValueError)  a wiring file or profile that cannot be right
    ├── PinsError        (OSError)     GPIO pins that cannot be had here
    ├── DisplayError     (OSError)     a display that cannot be driven, or does not answer
    ├── PoseError        (ValueError)  dice that do not lie as a builder was asked to lay them
    ├── ImageError       (ValueError)  a picture that does not fit the display
    └── SimulationError  (ValueError)  something the simulated Pi cannot do
"""
