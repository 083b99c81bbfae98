// What texts/en/mode.ts says, in Spanish.

import type { Translated } from "../area";
import type { mode as en } from "../en/mode";

export const mode: Translated<typeof en> = {
  mode: "Modo",
  unknown: "Este modo no está en ninguna lista.",
  play: "Jugar",
  bestScores: "Clasificación",
  inWorkshop: "Sus reglas en el taller",
  family: "Más de esta familia",
  tiles: "Algunas de sus fichas",
  plainTile: "ficha sin texto",
  grid: "Tablero",
  cells: (size) => `${size} casillas`,
  hexagons: (size) => `${size} hexágonos`,
  directions: "Direcciones",
  four: "cuatro",
  newTiles: "Fichas nuevas",
  computed: "se calculan a lo largo de la partida",
  tile: "una ficha",
  goal: "Meta",
  or: " o ",
  make: (tiles) => `formar ${tiles}`,
  noGoal: "como se describe arriba, o hasta donde llegues",
  howItPlays: "Cómo se juega",
  special: "Qué tiene de especial",
  credits: "Créditos",
};
