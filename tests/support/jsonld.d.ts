/** Types for the functions that tests use. The published types describe an earlier version. */
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
