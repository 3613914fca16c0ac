"""Make what is published: the Debian package, what is in it, and the check before a release.

===========  =====================================================================================
version      the version of the package and its date, from CHANGELOG.md
parts        the pinned wheels inside the package, and what comes from Debian instead
bill         the list of all parts for machines (CycloneDX)
holders      who holds the copyright of a part, by its notices
copyright    the licences of all parts, as Debian wants them
man_page     the manual page, from the parser of the command line
completion   what bash and fish complete, from the same parser
payload      fill the folder that becomes the package: ``debian/rules`` calls it
sources      a clean copy of the sources, so that two builds are the same bytes
package      ``make deb``: build the package in a copy of the sources
site         ``make site``: the practice table that runs inside of a browser, as a folder of files
try_site     what it loads before the first board, found out by playing there
checklist    ``make release``: everything that must be true before a release
===========  =====================================================================================
"""
