// What texts/en/about.ts says, in Spanish.

import type { Translated } from "../area";
import type { about as en } from "../en/about";

export const about: Translated<typeof en> = {
  title: "Acerca de",
  headline: "Acerca de Polymerge",
  what: "2048 y sus variantes. Las reglas de cada una están escritas en un archivo. Todos los juegos se pueden cambiar, y puedes escribir otros nuevos en el {workshop}. Versión {version}.",
  workshop: "taller",
  source: "Código fuente",
  whose: "Quién lo ha hecho",
  origin:
    "2048 es un juego de Gabriele Cirulli. El lenguaje de los modos, los códigos y la mayoría de los modos son los del {compendium}, de MathCookie17, que da la bienvenida a las recreaciones. Esta es una, con código, textos y colores propios. Las ideas de muchos modos son de otras personas:",
  keptWhere: "Qué se guarda y dónde",
  keptGames:
    "Las partidas, las estadísticas y los ajustes se guardan solo en este navegador. Las {games} se pueden guardar como archivo y borrar. Si borras en el navegador los datos de este sitio, se borra todo.",
  games: "partidas",
  keptLinks:
    "Lo que contiene un enlace (una partida, un modo) va detrás del # de su dirección. Los navegadores no lo envían a ningún servidor.",
  noTracking: "No hay cookies ni publicidad, ni nada que cuente las visitas.",
  withScores:
    "Puntuaciones: no se envía nada si no pulsas «Enviar». Entonces van al servidor el modo, la semilla, las jugadas y un nombre que eliges tú. Allí puedes cambiar el nombre y borrarlas.",
  withoutScores:
    "Nada de lo que juegas se envía a ningún sitio. Donde hay un servidor de puntuaciones, una partida solo se envía si pulsas «Enviar».",
  serverSees:
    "El servidor del que viene esta página ve qué archivos se han pedido, como todos los servidores.",
  licences: "Licencias",
  licence:
    "Polymerge es software libre, con la licencia MIT o la licencia Apache 2.0, a tu elección. Estos paquetes forman parte de él; {full}.",
  inFull: "sus licencias completas",
  packages: "Paquetes de la página",
  crates: "Paquetes del motor",
};
