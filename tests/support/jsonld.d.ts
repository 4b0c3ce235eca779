/** Types of the used functions; the published types are of an earlier version. */
declare module "jsonld" {
  const jsonld: {
    expand(
      document: object,
      options: {
        documentLoader(url: string): Promise<{ documentUrl: string; contextUrl?: string; document: object }>;
        safe: boolean;
      },
    ): Promise<object[]>;
  };
  export default jsonld;
}
