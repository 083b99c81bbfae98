// What texts/en/replay.ts says, in Spanish.

import type { Translated } from "../area";
import type { replay as en } from "../en/replay";

export const replay: Translated<typeof en> = {
  title: "Repetición",
  titleOf: (title) => `Repetición de ${title}`,
  gone: "Esta repetición ya no está aquí. Importa su código otra vez.",
  board: "Tablero",
  move: "Jugada",
  where: (move, last, score) => `Jugada ${move} de ${last}, puntos ${score}`,
  after: (move, last, time) => `Jugada ${move} de ${last}, a los ${time}`,
  back: "Atrás",
  pause: "Pausa",
  play: "Reproducir",
  step: "Paso",
  speed: "Velocidad",
  keys: "Teclas: la barra espaciadora reproduce y para, izquierda y derecha van un paso, Inicio y Fin al principio y al final, arriba y abajo cambian la velocidad.",
  linkCopied: "El enlace está copiado.",
  backToGame: "Volver a la partida",
  playOn: "Seguir jugando desde aquí",
  copyLink: "Copiar un enlace",
};
