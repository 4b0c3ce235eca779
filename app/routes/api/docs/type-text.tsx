/** A type in words; the name of a shape in it leads to that shape. */
export function TypeText({ type, shapeNames }: { type: string; shapeNames: string[] }) {
  const name = type.split(" ").at(-1) ?? "";
  if (!shapeNames.includes(name)) return type;
  return (
    <>
      {type.slice(0, -name.length)}
      <a className="text-link" href={`#shape-${name}`}>
        {name}
      </a>
    </>
  );
}
