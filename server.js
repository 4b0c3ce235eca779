// Entry point of `npm start`: runs the build in react-router-serve, behind the site's pipeline.
import { setFlagsFromString } from "node:v8";
import * as build from "./build/server/index.js";

export * from "./build/server/index.js";

// Collects garbage when the heap has grown by half instead of doubled, because memory is scarcer
// than processor time on a small server. The start script limits the young generation.
setFlagsFromString("--heap-growing-percent=50");

build.entry.module.installPipeline(build);
