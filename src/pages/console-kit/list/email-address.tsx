/** A long address breaks behind its @ first. */
export function EmailAddress({ of }: { of: string | null }) {
  if (of === null) return <>–</>;
  const at = of.lastIndexOf('@') + 1;
  return (
    <>
      {of.slice(0, at)}
      <wbr />
      {of.slice(at)}
    </>
  );
}
