// What texts/en/setup.ts says, in Spanish.

import type { Translated } from "../area";
import type { setup as en } from "../en/setup";

export const setup: Translated<typeof en> = {
  title: "Preparar una posición",
  tooLarge: (cells) => `Los tableros de más de ${cells} casillas no se pueden preparar a mano.`,
  clear: "Vaciar",
  asInGame: "Como en la partida",
  score: "Puntos",
  fine: "Aquí puede empezar una partida.",
  badScore: "Los puntos tienen que ser un número entero.",
  noTile: "Pon primero una ficha en el tablero.",
  stuck: "Ninguna dirección mueve nada aquí: la partida acabaría antes de empezar.",
  wins: "Esta posición gana enseguida.",
  changes: "Las reglas de este modo cambian el tablero cuando empieza una partida.",
  play: "Jugar desde aquí",
  link: "Enlace a esta posición",
  linkAbout: "Abre una partida que empieza con ella.",
  pieces: "Qué poner en una casilla",
  empty: "Vacía",
  hole: "Hueco",
  board: "Tablero",
  cell: (row, column, what) => `Fila ${row}, columna ${column}: ${what}`,
  emptyCell: "vacía",
  holeCell: "hueco",
};
