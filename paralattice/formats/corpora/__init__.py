"""Files of clusters, groups, documents and what goes with them."""
