// What texts/en/archive.ts says, in Spanish.

import type { Translated } from "../area";
import type { archive as en } from "../en/archive";

export const archive: Translated<typeof en> = {
  silent: "la base de datos del navegador no responde",
  otherTab: "otra pestaña tiene abierta una versión anterior de este sitio; ciérrala o vuelve a cargarla",
  noData: "el navegador no guarda datos",
  noFile: "Este no es un archivo de partidas. Tiene que ser uno guardado en esta página.",
  newer:
    "Este archivo es de una versión más nueva del sitio. Vuelve a cargar la página e inténtalo de nuevo.",
  notWhole: "Este no es un archivo de partidas, o no está completo.",
  noGames: "Este archivo no contiene partidas. No se ha importado nada.",
  noBrowsers: "Este archivo no contiene navegadores. No se ha importado nada.",
  manyGames: (most) => `Este archivo tiene más de ${most} partidas. No se ha importado nada.`,
  manyBrowsers: (most) => `Este archivo tiene más de ${most} navegadores. No se ha importado nada.`,
  badGame: (number) => `La partida ${number} de este archivo no se puede leer. No se ha importado nada.`,
  badBrowser: (number) => `El navegador ${number} de este archivo no se puede leer. No se ha importado nada.`,
};
