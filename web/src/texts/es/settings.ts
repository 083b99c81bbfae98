// What texts/en/settings.ts says, in Spanish.

import type { Translated } from "../area";
import type { settings as en } from "../en/settings";

export const settings: Translated<typeof en> = {
  title: "Ajustes",
  language: "Idioma",
  languageAuto: "Como el navegador",
  languageAbout:
    "Los nombres, las descripciones y las reglas de los modos están en inglés en todos los idiomas.",
  colours: "Colores",
  system: "Sistema",
  light: "Claro",
  dark: "Oscuro",
  apart: "Colores para daltónicos",
  apartAbout: "El rojo y el verde de las fichas se separan, aquí y en todas las imágenes.",
  animations: "Animaciones",
  slow: "Lentas",
  usual: "Normales",
  fast: "Rápidas",
  none: "Ninguna",
  undo: "Deshacer",
  undoAny: "Todas las jugadas que quieras",
  undoOne: "Una jugada, luego otra nueva",
  undoOff: "No",
  buttons: "Botones",
  rightHand: "Para la mano derecha",
  leftHand: "Para la mano izquierda",
  ask: "Preguntar antes de una partida nueva",
  askAbout: "Cuando la partida actual no ha terminado.",
  sound: "Sonido",
  soundAbout: "Las fusiones suenan: cuanto mayor es la ficha, más agudo es el sonido.",
  vibration: "Vibración",
  vibrationAbout: "El dispositivo vibra con las fusiones, si puede.",
  anywhere: "Deslizar en cualquier parte",
  anywhereAbout:
    "Deslizar vale en todas partes, no solo en el tablero. Entonces la página no se puede desplazar con el dedo.",
  swipe: "Distancia al deslizar",
  swipeAbout: (pixels) => `Para una jugada, el dedo recorre ${pixels} píxeles.`,
  kept: "Todo esto se guarda solo en este navegador. {about}: créditos, privacidad, licencias. El tipo de letra de las fichas y los títulos es Fredoka, con la {licence}.",
  about: "Acerca de Polymerge",
};
