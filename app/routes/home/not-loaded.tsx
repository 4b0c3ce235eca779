/** Said in a dialog of what did not arrive: by its address, everything comes anew. */
export const NotLoaded = ({ what, address }: { what: string; address: string }) => (
  <p role="alert" className="mt-2">
    {`The ${what} could not be loaded. Check your connection, then `}
    <a href={address} className="text-link">
      reload the page
    </a>
    .
  </p>
);
