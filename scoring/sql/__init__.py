"""SQL for facts: the conditions under which they count, and how a match that ends stores them."""
