/** In pixels: what Open Graph and Twitter show whole, at 1.91 to 1. */
export const CARD_WIDTH = 1200;
export const CARD_HEIGHT = 630;
