/** What a page without a server cannot know. */
export function Caveats() {
  return (
    <section className="caveats" aria-label="What this cannot know">
      <h2>What this cannot know</h2>
      <ul>
        <li>
          <b>Who sat there.</b> A code says a name, and its run has that name’s seed. Anyone can type a name.
        </li>
        <li>
          <b>Secrets.</b> There are none. The checks stand in the link, and the program can be read. Who makes
          a whole honest run for somebody else hands in a code that is honest by construction.
        </li>
        <li>
          <b>When it was done.</b> Nothing closes at the due date; collect the codes where times are kept.
        </li>
        <li>
          <b>Your gradebook.</b> No grade is passed back by LTI, which needs a server. The table leaves as a
          CSV.
        </li>
      </ul>
    </section>
  );
}
