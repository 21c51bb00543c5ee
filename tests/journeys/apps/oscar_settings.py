"""What the shop adds to the settings of a new Django project; appended to them."""

from oscar.defaults import *

_PARTS = [
    *["analytics", "checkout", "address", "shipping", "catalogue", "catalogue.reviews", "communication", "partner"],
    *["basket", "payment", "offer", "order", "customer", "search", "voucher", "wishlists", "dashboard"],
    *["dashboard.reports", "dashboard.users", "dashboard.orders", "dashboard.catalogue", "dashboard.offers"],
    *["dashboard.partners", "dashboard.pages", "dashboard.ranges", "dashboard.reviews", "dashboard.vouchers"],
    *["dashboard.communications", "dashboard.shipping"],
]


def _config(part):
    """`catalogue.reviews` → `oscar.apps.catalogue.reviews.apps.CatalogueReviewsConfig`; the dashboard's are the other way round."""
    words = part.split(".")
    words = reversed(words) if words[0] == "dashboard" else words
    return f"oscar.apps.{part}.apps.{''.join(word.capitalize() for word in words)}Config"


INSTALLED_APPS += ["django.contrib.sites", "django.contrib.flatpages", "oscar.config.Shop"]
INSTALLED_APPS += [_config(part) for part in _PARTS]
INSTALLED_APPS += ["widget_tweaks", "haystack", "treebeard", "sorl.thumbnail", "django_tables2"]
SITE_ID = 1
MIDDLEWARE += [
    "oscar.apps.basket.middleware.BasketMiddleware",
    "django.contrib.flatpages.middleware.FlatpageFallbackMiddleware",
]
TEMPLATES[0]["OPTIONS"]["context_processors"] += [
    "oscar.apps.search.context_processors.search_form",
    "oscar.apps.checkout.context_processors.checkout",
    "oscar.apps.communication.notifications.context_processors.notifications",
    "oscar.core.context_processors.metadata",
]
AUTHENTICATION_BACKENDS = ("django.contrib.auth.backends.ModelBackend",)
HAYSTACK_CONNECTIONS = {
    "default": {"ENGINE": "haystack.backends.whoosh_backend.WhooshEngine", "PATH": str(BASE_DIR / "index")}
}
EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
OSCAR_ALLOW_ANON_CHECKOUT = True
