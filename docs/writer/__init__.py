"""Writes the pages and pictures of the manual that the program itself knows best.

``python -m docs.writer`` writes them anew; a test fails when one of them is not what would be
written now.
"""
