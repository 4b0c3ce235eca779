/** What a page says of itself to whoever shares or lists it. Addresses are absolute: who reads them has no page to resolve them against. */
export type Sharing = {
  url: string;
  title: string;
  description: string;
  image: string;
  /** What is on that image, in words. */
  imageAlt: string;
  /** schema.org data as JSON that is safe inside a script element. */
  jsonLd: string | null;
};
