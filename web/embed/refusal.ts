/** A refused request with its reason. The host gets it as the answer, always in English. */
import type { Failure } from '../sdk/protocol';

export class Refusal extends Error {
  readonly failure: Failure;

  constructor(code: Failure['code'], message: string) {
    super(message);
    this.failure = { code, message };
  }
}
