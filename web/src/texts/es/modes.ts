// What texts/en/modes.ts says, in Spanish.

import type { Translated } from "../area";
import type { modes as en } from "../en/modes";

export const modes: Translated<typeof en> = {
  title: "Modos",
  found: (found, all) => `${found} de ${all}`,
  search: "Buscar modos",
  searchFor: "Busca: nombre, número o una palabra inglesa de sus reglas",
  family: "Familia",
  all: "Todas",
  startHere: "Empieza aquí",
  whyClassic: "El juego que todo el mundo conoce: 2 y 2 son 4.",
  why2187: "Potencias de tres: 1 y 1 son 2, y 1 y 2 son 3.",
  why2584: "Se fusionan los vecinos de la sucesión de Fibonacci.",
  whyDive: "Los números se fusionan con sus múltiplos, y aparecen otros nuevos.",
  why180: "Filas de dos, tres o cinco en un tablero grande.",
  whyVoid: "2048 contra el reloj.",
  rulesOf: (title) => ` de ${title}`,
  bestOf: (score) => `récord ${score}`,
  noMode: "Ningún modo coincide con todas estas palabras.",
  hexagons:
    "Todos los modos se pueden jugar en hexágonos: abre las opciones en una partida y elige el preajuste Honeycomb. Ningún modo los tiene por sí mismo.",
  short: "corto",
  shortAbout: "las partidas acaban pronto: en 90 jugadas como mucho, si son al azar",
  long: "largo",
  longAbout: "las partidas son largas: más de 400 jugadas, aunque sean al azar",
  easy: "fácil",
  easyAbout: "hasta las jugadas al azar se acercan a la meta",
  hard: "difícil",
  hardAbout: "la meta está lejos: las jugadas al azar solo forman fichas pequeñas",
  hex: "hexágonos",
  hexAbout: "seis direcciones en hexágonos",
  timer: "reloj",
  timerAbout: "el reloj corre mientras juegas",
  large: "grande",
  largeAbout: "más de 25 casillas",
};
