/** Settings that set a server's clock to this time when it starts. */
export function startedAt(at: string): { NODE_OPTIONS: string } {
  const ahead = new Date(at).getTime() - Date.now();
  const module = `const Real = Date;
    globalThis.Date = class extends Real {
      constructor(...given) { if (given.length > 0) super(...given); else super(Real.now() + ${ahead}); }
      static now() { return Real.now() + ${ahead}; }
    };`;
  return { NODE_OPTIONS: `--import=data:text/javascript;base64,${Buffer.from(module).toString("base64")}` };
}
