/** A unique id for a message. `crypto.randomUUID` would need a secure context, and course pages may be served by plain HTTP. */
export function messageId(): string {
  const words = crypto.getRandomValues(new Uint32Array(4));
  return Array.from(words, (word) => word.toString(16).padStart(8, '0')).join('');
}
