import { createContext } from "react-router";
import type { LandingData } from "#app/models/landing/landing.ts";

/** What the landing page of this request shows, for the dialog above it to read once both loaders have answered. */
export const landingContext = createContext<LandingData>();
