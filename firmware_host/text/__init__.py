"""Text for people: translation, languages, rule sheets and text boards."""
