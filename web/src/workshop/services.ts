// What workers of the workshop's engine answer: in place of src/engine/services.ts.

import { HintService } from "../engine/hints";
import { Sampler } from "../engine/sampler";
import { AuthorService } from "./service";

export const services = [AuthorService, HintService, Sampler];
