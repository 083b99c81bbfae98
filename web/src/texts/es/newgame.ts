// What texts/en/newgame.ts says, in Spanish.

import { count } from "../../game/grouped";
import type { Translated } from "../area";
import type { newgame as en } from "../en/newgame";

export const newgame: Translated<typeof en> = {
  search: "Buscar opciones",
  noMatch: "Ningún ajuste ni modificador coincide con estas palabras.",
  start: "Empezar",
  drawnGrid: "Un tablero dibujado",
  seed: "Semilla",
  seedAbout:
    "La misma semilla y las mismas jugadas dan la misma partida. Un número entero; si se deja vacío, se elige al azar.",
  changed: (number) => (number === 1 ? "1 cambiado" : `${number} cambiados`),
  chosen: "Elegido",
  clear: "Quitar todo",
  without: (choice) => `Sin ${choice}`,
  settings: "Ajustes del modo",
  Grid: "Tablero",
  Movement: "Movimiento",
  Spawning: "Fichas nuevas",
  Merging: "Fusión",
  "Tiles and cells": "Fichas y casillas",
  Display: "Aspecto",
  board: "El tablero, como será",
  columns: (rows, columns, directions) =>
    `${count(rows, "fila", "filas")}, ${count(columns, "columna", "columnas")}, ${count(directions, "dirección", "direcciones")}`,
  hexagons: (rows, directions) =>
    `${count(rows, "fila", "filas")}, hexágonos, ${count(directions, "dirección", "direcciones")}`,
  tooLarge: (about) => `${about}; demasiado grande para dibujarlo aquí`,
  presets: "Preajustes",
  deletePreset: (name) => `Borrar ${name}`,
  presetUnread: "Esta versión del sitio no puede leer este preajuste. Se queda como está.",
  deleted: (name) => `El preajuste ${name} se ha borrado.`,
  replaced: (name) => `El preajuste ${name} se ha sustituido.`,
  noName: "Un preajuste necesita un nombre.",
  kept: (name) => `${name} está guardado.`,
  notKept: (name) => `${name} está aquí hasta que se cierre esta página: aquí no se guarda nada.`,
  codeCopied: "Código copiado.",
  codeUsed: "Los modificadores del código están elegidos.",
  keepAs: "Guardar estos modificadores como",
  keep: "Guardar",
  code: "Código de modificadores",
  use: "Usar",
};
