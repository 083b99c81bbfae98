// What texts/en/archive.ts says, in Spanish.

import type { Translated } from "../area";
import type { archive as en } from "../en/archive";

export const archive: Translated<typeof en> = {
  nothingKept: (why) => `Aquí no se guarda nada: ${why}. Lo que hagas se pierde al cerrar esta página.`,
  gamesNotKept: (why) => `Las partidas no se guardan aquí: ${why}. Se pierden al cerrar esta página.`,
  settingsNotKept: (why) =>
    `Los ajustes, los preajustes y los borradores no se guardan aquí: ${why}. Se pierden al cerrar esta página.`,
  gamesNotRead: (why) =>
    `Ahora no se pueden leer las partidas de este navegador: ${why}. Se quedan como están. Vuelve a cargar la página para intentarlo de nuevo.`,
  broken:
    "Algunas partidas, ajustes, preajustes o borradores de este navegador no se pueden leer. Se quedan como están; lo que ocupe su lugar se guarda aparte.",
  begunNotListed:
    "Una partida empezada aquí aún no está en las listas ni en las estadísticas: no se ha podido cargar el motor. Está guardada y aparecerá en la próxima visita.",
  cleared:
    "Se ha borrado lo que este navegador guardaba de este sitio: partidas, estadísticas, ajustes y borradores. La partida de esta página continúa y se vuelve a guardar.",
  noRoom: "al navegador no le queda espacio",
  notAllowed: "el navegador no deja que este sitio guarde datos",
  newerGames: "una versión más nueva de este sitio ha guardado partidas aquí; vuelve a cargar la página",
  browserSays: (what) => `el navegador dice: ${what}`,
  silent: "la base de datos del navegador no responde",
  otherTab: "otra pestaña tiene abierta una versión anterior de este sitio; ciérrala o vuelve a cargarla",
  noData: "el navegador no guarda datos",
  unread: (why) => `No se pueden leer las partidas de este navegador: ${why}. Se quedan como están.`,
  notDeleted: (why) => `La partida no se ha borrado: ${why}. Se queda como está.`,
  notTaken: (why) => `No se ha importado nada de este archivo: ${why}.`,
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
