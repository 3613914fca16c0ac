"""What the Pico starts by itself: it lies beside the folder ``firmware``, not in it."""

if __name__ == "__main__":
    from firmware.pico import run  # type: ignore[import-not-found]

    run()
