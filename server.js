// What `npm start` serves: the build, with the site's own pipeline before react-router-serve.
import { setFlagsFromString } from "node:v8";
import * as build from "./build/server/index.js";

export * from "./build/server/index.js";

// A small server has less memory than it has time: garbage is to be collected when the heap has grown by a
// half, and not when it has doubled or more. What is young has its limit in the start script.
setFlagsFromString("--heap-growing-percent=50");

build.entry.module.installPipeline(build);
