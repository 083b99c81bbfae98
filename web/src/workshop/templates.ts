// Mode files to begin with.

export interface Template {
  name: string;
  text: string;
}

export const TEMPLATES: readonly Template[] = [
  {
    name: "Doubles",
    text: `{
  "title": "Doubles",
  "about": "Two equal tiles make one of twice the value.",
  "tiles": [
    { "tile": [1], "colour": "#f0e6d2" },
    { "tile": [2], "colour": "#f0cf8e" },
    { "tile": [4], "colour": "#f0b25a" },
    // any other tile: the larger, the redder
    { "colour": ["@HSLA", [40, "-", ["@This value", "log", 2, "*", 5]], 80, 55, 1], "text_colour": "#000000" },
  ],
  "spawns": [{ "tile": [1], "weight": 9 }, { "tile": [2] }],
  "merges": [{ "match": [{}, {}], "result": [["@This value", "*", 2]] }],
  "win": { "tiles": [[1024]] },
}
`,
  },
  {
    name: "Threes merge",
    text: `{
  "title": "Threes merge",
  "about": "Three equal tiles in a row make one of three times the value.",
  "grid": "5x5",
  "tiles": [{ "colour": ["@HSLA", ["@This value", "log", 3, "*", 40], 60, 70, 1], "text_colour": "#000000" }],
  "spawns": [{ "tile": [1] }],
  "start_tiles": 4,
  "tiles_per_turn": 2,
  "merges": [{ "match": [{}, {}, {}], "result": [["@This value", "*", 3]] }],
}
`,
  },
  {
    name: "Neighbours",
    text: `{
  "title": "Neighbours",
  "about": "Two tiles of neighbouring values make their sum: 1 and 1, 1 and 2, 2 and 3, 3 and 5, …",
  // a hexagon, three cells along each side
  "grid": { "shape": "hexagon", "size": 3 },
  "tiles": [{ "colour": ["@HSLA", ["@This value", "*", 47], 65, 70, 1], "text_colour": "#000000" }],
  "spawns": [{ "tile": [1] }],
  "merges": [
    {
      "length": 2,
      "when": [
        "@This value", "max", "@Next 1 value", "<=",
        ["@This value", "min", "@Next 1 value", "*", 2],
      ],
      "result": [["@This value", "+", "@Next 1 value"]],
    },
  ],
}
`,
  },
  {
    name: "With a script",
    text: `{
  "title": "Countdown",
  "about": "Every tenth move is worth 100 points.",
  "tiles": [{ "colour": "#8fc9a9", "text_colour": "#000000" }],
  "spawns": [{ "tile": [1] }],
  "merges": [{ "match": [{}, {}], "result": [["@This value", "*", 2]] }],
  "variables": { "left": 10 },
  "stat_boxes": ["score", { "title": "Bonus in", "value": "@GVar left" }],
  "scripts": [
    {
      "on": "EndTurn",
      "do": [
        0,
        "@edit_gvar", "$left", ["@GVar left", "-", 1],
        "@if", ["@GVar left", "=", 0],
          "@add_score", 100,
          "@edit_gvar", "$left", 10,
        "@end-if",
      ],
    },
  ],
}
`,
  },
];
