"""Sixteen books for the shop; run once within the project."""

import os
from decimal import Decimal

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "shop.settings"
django.setup()

from oscar.apps.catalogue.categories import create_from_breadcrumbs
from oscar.core.loading import get_model

kind = get_model("catalogue", "ProductClass").objects.create(name="Book", requires_shipping=True, track_stock=True)
partner = get_model("partner", "Partner").objects.create(name="Main")
shelf = create_from_breadcrumbs("Books")
colours, things = ["Red", "Blue", "Green", "Old"], ["Fox", "Ship", "Lamp", "Garden"]
for number in range(16):
    book = get_model("catalogue", "Product").objects.create(
        product_class=kind,
        title=f"{colours[number // 4]} {things[number % 4]}",
        upc=f"U{number}",
        structure="standalone",
    )
    book.categories.add(shelf)
    get_model("partner", "StockRecord").objects.create(
        product=book, partner=partner, partner_sku=f"S{number}", price=Decimal(5 + number), price_currency="GBP",
        num_in_stock=12,
    )  # fmt: skip
get_model("address", "Country").objects.create(
    iso_3166_1_a2="GB", printable_name="United Kingdom", name="UK", is_shipping_country=True
)
