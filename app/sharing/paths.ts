export const CARD_PATH = "/og.png";
/** In pixels: what those who share pages show whole. */
export const CARD_SIZE = { width: 1200, height: 630 } as const;
export const sessionCardPath = (programSessionId: number): string => `/og/${programSessionId}.png`;
export const sessionPath = (programSessionId: number): string => `/?session=${programSessionId}`;
