// The texts of the site in German.

import type { Areas } from "./area";

export const de: Areas = {};
