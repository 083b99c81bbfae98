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
  savedPart: (why) =>
    `Solo se han guardado las partidas de esta visita, sin las estadísticas, y ninguna de antes. ${why}`,
  file: "un archivo de partidas",
  added: (games) => `${count(games, "partida añadida", "partidas añadidas")}.`,
  apart: (games) =>
    `${count(games, "de ellas siguió aquí", "de ellas siguieron aquí")} de otra manera: se guardan las dos versiones.`,
  known: (games) => `${count(games, "partida ya estaba", "partidas ya estaban")} aquí.`,
  lasting: "El navegador ha prometido guardar estas partidas hasta que las borres.",
  notLasting:
    "Los navegadores borran lo que guardan los sitios cuando falta espacio, y algunos tras semanas sin visita. Un archivo guardado está a salvo.",
  neverSaved: "Estas partidas nunca se han guardado en un archivo.",
  lastSaved: (day) => `Guardadas por última vez en un archivo: ${day}.`,
  askToLast: "Pedir al navegador que las conserve",
  refused: "El navegador no lo ha prometido. Guarda las partidas en un archivo de vez en cuando.",
  save: "Guardar todas en un archivo",
  add: "Añadir de un archivo",
};
