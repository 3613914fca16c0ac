"""A table in public: it invites who passes by, and forgets a visit when the visitors have gone."""
