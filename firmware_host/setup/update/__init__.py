"""Put another version of the program in the place of this one, and take it back if it fails.

A version is a folder; the version that runs is a link to it. Whatever happens, and wherever the
power fails, the link names a folder that is complete. docs/developers/update.md has the states.

``record``    how far an update is, why it failed, and which version was found for one
``disk``      the calls that reach the card
``releases``  the versions on the card: folders and links, how one is put there, and its trial: what
              the program says of itself meanwhile, and whether it has stood or failed
``package``   a Debian package, read as untrusted bytes, and its published checksum
``updater``   check a package, carry an update out, and watch the end of its trial
``at_table``  what people at the table may ask for and are told
``intake``    how a package reaches the updater: handed in, or confirmed on the stick
"""
