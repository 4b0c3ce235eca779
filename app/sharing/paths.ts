export const CARD_PATH = "/og.png";
export const sessionCardPath = (programSessionId: number): string => `/og/${programSessionId}.png`;
export const sessionPath = (programSessionId: number): string => `/?session=${programSessionId}`;
