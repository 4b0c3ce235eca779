/** How the dashboard greets somebody: by first name, else by email address, else as 'Admin' (specification, 2). */
export const welcomeName = (user: { firstName: string | null; email: string } | null): string =>
  user?.firstName || user?.email || "Admin";
