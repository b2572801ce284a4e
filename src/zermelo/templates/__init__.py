"""The games that `zermelo new` begins with: small, whole, and there to be changed."""
