// What texts/en/share.ts says, in Spanish.

import type { Translated } from "../area";
import type { share as en } from "../en/share";

export const share: Translated<typeof en> = {
  modeLink: "Enlace al modo",
  modeLinkAbout: "Abre este modo en cualquier navegador.",
  gameLink: "Enlace a esta partida",
  gameLinkAbout: "Abre la partida tal como está.",
  gameCode: "Código de la partida",
  gameCodeAbout: "La partida tal como está. El sitio original también lo lee.",
  modeCode: "Código del modo",
  modeCodeAbout: "Las reglas sin partida.",
  replayCode: "Código de la repetición",
  replayCodeAbout: "Todas las jugadas de la partida, para verlas.",
  picture: "Imagen",
  pictureAbout: "El tablero con los puntos, como archivo PNG.",
  save: "Guardar",
  tooLong:
    "Este enlace es largo, y algunos programas lo cortan. Un código guardado como archivo no se corta.",
  saveFile: "Guardar como archivo",
};
