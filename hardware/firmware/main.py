"""Start the firmware. A Pico runs this file by itself; copy it next to the folder."""

if __name__ == "__main__":
    from firmware.pico import run  # type: ignore[import-not-found]

    run()
