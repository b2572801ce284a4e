"""Games on which an engine once said something false, crashed or hung, as people wrote them."""
