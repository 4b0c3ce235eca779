// Entry point of `npm start`: runs the build with the site's pipeline in front of react-router-serve.
import { setFlagsFromString } from "node:v8";
import * as build from "./build/server/index.js";

export * from "./build/server/index.js";

// Collects garbage when the heap has grown by half instead of doubled, because a small server has more time
// than memory. The start script limits the young generation.
setFlagsFromString("--heap-growing-percent=50");

build.entry.module.installPipeline(build);
