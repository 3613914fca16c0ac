"""Put another version of the program in the place of this one, and take it back if it fails.

A version is a folder; the version that runs is a link to it. Whatever happens, and wherever the
power fails, the link names a folder that is complete. docs/developers/update.md has the states.

==============  ==================================================================================
obstacles       why there is no update, in a word for programs and a line for people
versions        which of two versions is newer, as Debian compares them
package         a Debian package, read as untrusted bytes
ed25519         check a signature
sums            the published checksums, and whose signature is under them
disk            the calls that reach the card
operations      what an update does to the card, as data
releases        the folders and links of the versions
record          how far the update is, for everybody to read
checks          what is checked before anything is changed
trial           when the new version has stood its trial, and when it has failed
updater         carry an update out, from a file to the end of its trial
answer          what the program on trial says of itself
words           what people are told of an update, in every language
found           a version that was found for the table
at_table        what people at the table may ask for and are told
intake          how a package reaches the updater: handed in, or confirmed on the stick
service         the updater on this machine, as systemd runs it
==============  ==================================================================================
"""
