/** Numbers of a capture, each with how it's known. */
import './import.css';

export type Row = [name: string, value: string, how: string];

/** Two columns, because the card is narrow: how a number is known is below it. */
export function Numbers({ caption, rows }: { caption: string; rows: readonly Row[] }) {
  return (
    <table className="numbers">
      <caption>{caption}</caption>
      <tbody>
        {rows.map(([name, value, how]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>
              {value} {how !== '' && <small>{how}</small>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
