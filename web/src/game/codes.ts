// Links that hold codes, as one script, fetched with the first of them.

export {
  baseModeOf,
  packDelta,
  packed,
  splitLabel,
  unpackDelta,
  unpacked,
  withLabel,
} from "../engine/codedelta";
export { checkOf, sealed } from "../engine/whole";
export { gameOfMoves, modifiersAlone, noticeMode, routeOfMoves, unlike, whole } from "./links";
