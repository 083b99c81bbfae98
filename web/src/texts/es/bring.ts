// What texts/en/bring.ts says, in Spanish.

import type { Translated } from "../area";
import type { bring as en } from "../en/bring";

export const bring: Translated<typeof en> = {
  title: "Importar",
  about:
    "Pega un código (un modo, una partida o una repetición, de aquí o del sitio original, de cualquier versión) o un archivo de modo. O suelta un archivo, aquí o en cualquier otra parte de la página.",
  field: "Código o archivo de modo",
  open: "Abrir",
  choose: "Elegir un archivo",
};
