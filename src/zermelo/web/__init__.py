"""The web app: an HTTP interface under /api, and the pages that use it."""

from zermelo.extras import require

require("web")
