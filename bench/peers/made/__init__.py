"""Sessions made up from a seed, with facts planted in them."""
