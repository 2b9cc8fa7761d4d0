/** Sentences about what was opened or asked for, each of which is announced. */
export function Notes({ notes }: { notes: readonly string[] }) {
  return notes.map((note) => (
    <p key={note} className="note" role="alert">
      {note}
    </p>
  ));
}
