// What workers of the engine answer. The workshop has more (src/workshop/services.ts).

import { HintService } from "./hints";
import { Sampler } from "./sampler";
import { Service } from "./service";

export const services = [Service, HintService, Sampler];
