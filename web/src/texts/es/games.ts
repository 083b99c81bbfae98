// What texts/en/games.ts says, in Spanish.

import { count } from "../../game/grouped";
import type { Translated } from "../area";
import type { games as en } from "../en/games";

export const games: Translated<typeof en> = {
  title: "Partidas",
  keptHere: (games) => `${games} en este navegador`,
  allKept: "Todas las partidas se guardan aquí desde la primera jugada.",
  choose: "{choose} y juega.",
  chooseMode: "Elige un modo",
  isBack: (title) => `${title} está de vuelta.`,
  isDeleted: (title) => `${title} se ha borrado.`,
  play: "en curso",
  win: "ganada",
  over: "terminada",
  withoutUndo: "deshacer sin usar",
  watch: "Ver",
  watchGame: (title) => `Ver ${title}`,
  delete: "Borrar",
  deleteGame: (title) => `Borrar ${title}`,
  saved: "Guardado, con las estadísticas. Abre el archivo aquí en otro navegador.",
  file: "un archivo de partidas",
  added: (games) => `${count(games, "partida añadida", "partidas añadidas")}.`,
  apart: (games) =>
    `${count(games, "de ellas siguió aquí", "de ellas siguieron aquí")} de otra manera: se guardan las dos versiones.`,
  known: (games) => `${count(games, "partida ya estaba", "partidas ya estaban")} aquí.`,
  save: "Guardar todas en un archivo",
  add: "Añadir de un archivo",
};
