// Requests of the workshop to its engine, which answers more than that of the site.

import type { Link } from "../engine/link";
import type { Engine } from "../engine/load";
import type { AuthorService } from "./service";

/** The engine of the workshop, which is the one that its workers have (build/authors-engine.ts). */
export function authorOf(engine: Engine): Link<AuthorService> {
  return engine as unknown as Link<AuthorService>;
}
