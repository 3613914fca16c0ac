"""A model of the tray with magnets in the dice: from how the dice lie to what the ADC reads.

It shows, before anybody buys 64 sensors, at which pitch and with which limits the firmware reads
the dice. Tests and benchmarks use it, and the simulated microcontroller.

    field      the field of small magnets
    dice       the dice as bodies with magnets, and how they lie
    throws     how dice come to lie: apart, touching, on one another, against the rim
    sensors    Hall sensors, multiplexers and the ADC, with their noise and tolerances
    built      a tray that was built, and what it reads of a throw
    reporting  such a tray at the simulated microcontroller
"""
