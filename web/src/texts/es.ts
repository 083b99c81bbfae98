// The texts of the site in Spanish.

import type { Areas } from "./area";

export const es: Areas = {};
