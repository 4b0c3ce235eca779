export const welcomeName = (user: { firstName: string | null; email: string } | null): string =>
  user?.firstName || user?.email || "Admin";
