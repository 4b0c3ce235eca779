/** How many people a page of the door's results has. */
export const DOOR_PAGE = 20;
