// What texts/en/days.ts says, in Spanish.

import { count } from "../../game/grouped";
import type { Translated } from "../area";
import type { days as en } from "../en/days";

export const days: Translated<typeof en> = {
  todayIs: "Hoy es {title}, con la misma semilla para todos.",
  taken: "Se puede enviar hasta que su fecha termine en todas partes: quedan {time}.",
  next: "La siguiente empieza en {time}.",
  streak: (days) => (days === 1 ? "1 día" : `${count(days, "día")} seguidos`),
  best: (days) => `la racha más larga: ${count(days, "día")}`,
  begin: "Juega la partida de hoy para empezar una racha.",
  keep: "Juega la partida de hoy para no perder la racha.",
  week: (days) => `${days} de los últimos 7 días jugados`,
  weeks: "Las últimas doce semanas",
  counts: "Una fecha cuenta desde la primera jugada en este navegador, y con cada partida que envíes.",
  played: "jugado",
  season: "Temporada",
  seasonOf: (name) => `Temporada ${name}`,
  seasonAbout: (from, to) =>
    `La mejor partida clasificatoria de cada modo, del ${from} al ${to}. Una partida cuenta en la temporada en que se envió.`,
  seasons: "Temporadas",
  thisSeason: "Esta temporada",
  players: "Jugadores",
  bestGame: "Mejor partida",
  noGames: "En esta temporada no se envió ninguna partida clasificatoria.",
};
