"""The serial link: microcontrollers bring keys, a dice tray or a sensing board.

link            all peers together; their edges go into the inbox of the pins
thread          runs the link in a thread of its own
ports           find and open serial ports, try again those that failed, and how fast one may be
serial_ports    the serial ports of this machine, by pyserial
conversation    the frames that are exchanged with one peer
hello           what a peer says about itself, and about the sensors under its tray
"""
