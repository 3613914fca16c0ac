"""The serial link to microcontrollers."""
