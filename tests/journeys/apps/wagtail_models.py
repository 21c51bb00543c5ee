"""A page with one of each kind of panel; becomes the `home` app's models."""

from django.db import models
from modelcluster.contrib.taggit import ClusterTaggableManager
from modelcluster.fields import ParentalKey
from taggit.models import TaggedItemBase
from wagtail import blocks
from wagtail.admin.panels import FieldPanel, PageChooserPanel
from wagtail.fields import RichTextField, StreamField
from wagtail.models import Page


class HomePageTag(TaggedItemBase):
    content_object = ParentalKey("home.HomePage", related_name="tagged_items", on_delete=models.CASCADE)


class HomePage(Page):
    day = models.DateField(null=True, blank=True)
    colour = models.CharField(max_length=20, blank=True, choices=[("red", "Red"), ("green", "Green")])
    body = RichTextField(blank=True)
    tags = ClusterTaggableManager(through=HomePageTag, blank=True)
    related = models.ForeignKey("wagtailcore.Page", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    picture = models.ForeignKey(
        "wagtailimages.Image", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    parts = StreamField([("heading", blocks.CharBlock()), ("words", blocks.RichTextBlock())], blank=True)
    content_panels = [
        *Page.content_panels,
        *map(FieldPanel, ("day", "colour", "body", "tags")),
        PageChooserPanel("related"),
        *map(FieldPanel, ("picture", "parts")),
    ]
