"use strict";

/**
 * The stock of the shop. Prices are in pence.
 * @typedef {{id: string, title: string, author: string, category: string, price: number, rating: number,
 *   pages: number, year: number, art: string, colours: string[], stock: boolean, blurb: string}} Book
 * @type {Book[]}
 */
const BOOKS = [
  {
    id: "trails-of-the-north", title: "Trails of the North", author: "Maren Lind", category: "Hiking", price: 1850,
    rating: 4.8, pages: 288, year: 2024, art: "peaks", colours: ["#244a45", "#e9c46a", "#f4ede0"], stock: true,
    blurb: "Forty walks above the sixtieth parallel, from an afternoon along a fjord to nine days across the high plateau. Each comes with a sketch map, the last bus home and the place where the blueberries grow.",
  },
  {
    id: "slow-trains", title: "Slow Trains to the Sea", author: "Odile Marchetti", category: "Travel", price: 1425,
    rating: 4.6, pages: 240, year: 2023, art: "waves", colours: ["#1f4e6b", "#f2b880", "#eef2ee"], stock: true,
    blurb: "Twelve branch lines that end at the water. A book about timetables, station cafés and the pleasure of arriving an hour later than one might have.",
  },
  {
    id: "one-pot-winter", title: "One Pot, All Winter", author: "Tomas Hale", category: "Cookbooks", price: 2200,
    rating: 4.7, pages: 320, year: 2022, art: "pot", colours: ["#8f3b2a", "#f1c27b", "#fbf1e3"], stock: true,
    blurb: "Stews, braises and thick soups for cold evenings, all made in a single pot. The shopping lists are short and the washing-up is shorter.",
  },
  {
    id: "the-long-ridge", title: "The Long Ridge", author: "Callum Reyes", category: "Hiking", price: 2200,
    rating: 4.4, pages: 352, year: 2021, art: "peaks", colours: ["#3b3f5c", "#e8998d", "#f3eee8"], stock: true,
    blurb: "One walker, one ridge, three seasons. A patient account of weather, sore knees and the people who keep the huts open.",
  },
  {
    id: "hut-to-hut", title: "Hut to Hut", author: "Signe Aubry", category: "Hiking", price: 1600,
    rating: 4.5, pages: 216, year: 2024, art: "hut", colours: ["#6b4a2f", "#f0d9a8", "#f8f1e4"], stock: true,
    blurb: "Everything needed for a first walk with a light pack: how to book a bunk, what to carry, and fifteen routes where supper waits at the end of the day.",
  },
  {
    id: "birds-by-ear", title: "Birds by Ear", author: "Wilma Oake", category: "Nature", price: 1375,
    rating: 4.9, pages: 176, year: 2023, art: "bird", colours: ["#4d6a4f", "#f3d8a2", "#f4f3e6"], stock: true,
    blurb: "Sixty songs described so well that they can be recognised without seeing a feather. Arranged by the hour of the morning.",
  },
  {
    id: "small-summits", title: "Small Summits", author: "Priya Nordahl", category: "Hiking", price: 980,
    rating: 4.3, pages: 144, year: 2022, art: "hills", colours: ["#557a46", "#f6e27f", "#f7f5e8"], stock: true,
    blurb: "Thirty hills under five hundred metres with views out of all proportion. Made for a jacket pocket and a free afternoon.",
  },
  {
    id: "islands-in-spring", title: "Islands in Spring", author: "Jon Vesterby", category: "Travel", price: 1790,
    rating: 4.2, pages: 264, year: 2020, art: "island", colours: ["#2d6a73", "#f4a68c", "#eef4f0"], stock: true,
    blurb: "Seven ferries, seven islands and the weeks before the visitors come. With notes on tides, bicycles and bakeries.",
  },
  {
    id: "bread-before-eight", title: "Bread Before Eight", author: "Greta Falk", category: "Cookbooks", price: 1650,
    rating: 4.6, pages: 208, year: 2024, art: "bread", colours: ["#a0622d", "#f6dfb4", "#fcf5e8"], stock: true,
    blurb: "Doughs that rise overnight and bake while the kettle boils. Twenty-five loaves, rolls and buns for people who sleep.",
  },
  {
    id: "wet-feet-dry-socks", title: "Wet Feet, Dry Socks", author: "Eamon Pike", category: "Hiking", price: 1140,
    rating: 4.1, pages: 192, year: 2019, art: "rain", colours: ["#35586e", "#cfe3e8", "#f2f5f4"], stock: true,
    blurb: "A cheerful guide to walking where it rains. Fabrics explained without advertising, and twelve bogs worth crossing.",
  },
  {
    id: "night-bus", title: "Night Bus Notebook", author: "Ines Calder", category: "Travel", price: 750,
    rating: 3.9, pages: 128, year: 2021, art: "moon", colours: ["#2a2f4a", "#f7dc8b", "#efeef5"], stock: true,
    blurb: "Short pieces written between midnight and arrival. Read one on each journey; there are enough for a year.",
  },
  {
    id: "berries-and-brine", title: "Berries and Brine", author: "Aino Sutela", category: "Cookbooks", price: 1920,
    rating: 4.5, pages: 256, year: 2023, art: "berries", colours: ["#5b2a4e", "#e79fb1", "#faf0f2"], stock: true,
    blurb: "How to keep a summer: jams, cordials, pickles and salted lemons, with a calendar of what ripens when.",
  },
  {
    id: "maps-for-two", title: "Maps for Two", author: "Hanne and Ivo Brandt", category: "Hiking", price: 1380,
    rating: 4.6, pages: 168, year: 2023, art: "contours", colours: ["#7a5a3a", "#f3e3c3", "#fbf6ea"], stock: true,
    blurb: "Day walks for a couple with one map and two opinions. Every route has a short cut, and it is marked.",
  },
  {
    id: "a-year-of-moss", title: "A Year of Moss", author: "Felix Thornby", category: "Nature", price: 2450,
    rating: 4.7, pages: 304, year: 2024, art: "hills", colours: ["#2f4f35", "#b9cf8a", "#f0f4e6"], stock: true,
    blurb: "Fifty-two weeks on one square metre of forest floor. Slow, funny and beautifully drawn.",
  },
  {
    id: "harbour-towns", title: "Harbour Towns", author: "Lucia Merrin", category: "Travel", price: 2100,
    rating: 4.0, pages: 312, year: 2018, art: "waves", colours: ["#7b3f3a", "#f3c9a5", "#faf2ea"], stock: false,
    blurb: "A portrait of nine ports and those who never left them. A new printing is on its way.",
  },
  {
    id: "soup-for-a-friend", title: "Soup for a Friend", author: "Naomi Ekdal", category: "Cookbooks", price: 1290,
    rating: 4.8, pages: 160, year: 2021, art: "pot", colours: ["#3f6b62", "#f6d186", "#f5f4ea"], stock: true,
    blurb: "Forty soups, each with a reason to make it for somebody. Most take half an hour.",
  },
  {
    id: "the-tide-table", title: "The Tide Table", author: "Rowan Glass", category: "Nature", price: 1580,
    rating: 4.4, pages: 224, year: 2022, art: "moon", colours: ["#1f5a66", "#f4ead2", "#eef5f4"], stock: true,
    blurb: "What the sea leaves behind, and when to go and look. A guide to shores for patient people.",
  },
  {
    id: "border-crossings", title: "Border Crossings on Foot", author: "Mateus Ruhl", category: "Travel", price: 1680,
    rating: 4.3, pages: 272, year: 2024, art: "contours", colours: ["#4a4668", "#f1b77f", "#f4f1f5"], stock: true,
    blurb: "Ten frontiers walked from one language into the next. With the history of each line and the best place for lunch on either side.",
  },
];

const CATEGORIES = ["Hiking", "Travel", "Cookbooks", "Nature"];

const REVIEWS = [
  { who: "Beth", stars: 5, text: "Clear, kind and useful. It has been in my bag since the spring." },
  { who: "Oskar", stars: 4, text: "Well made and a pleasure to read. I would have liked a longer index." },
  { who: "Leila", stars: 5, text: "Bought for my father, kept for myself. He has his own copy now." },
  { who: "Henrik", stars: 4, text: "The drawings alone are worth it, and the advice is honest." },
  { who: "Tamsin", stars: 3, text: "Good in the middle, a little slow to begin. The paper is lovely." },
];
