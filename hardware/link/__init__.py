"""The serial link: microcontrollers bring keys, a dice tray or a sensing board.

link            all peers together; their edges go into the inbox of the pins
thread          runs the link in a thread of its own
ports           find and open serial ports, and try again those that failed
serial_ports    the serial ports of this machine, by pyserial
connection      an open port and the conversation over it
conversation    the frames that are exchanged with one peer
hello           what a peer says about itself
tray_sensors    what a peer says about the sensors under its tray
pacing          how long to wait before the next try, and how fast a peer may be
"""
