/** How a registration stands (specification, 3: 'pending' at first; the others are the organisers'). */
export const DELEGATE_STATUSES = ["pending", "confirmed", "declined", "cancelled", "attended"] as const;
export type DelegateStatus = (typeof DELEGATE_STATUSES)[number];
