/** A request that cannot be done, and why: the host gets it as its answer, in English whatever its reader speaks. */
import type { Failure } from '../sdk/protocol';

export class Refusal extends Error {
  readonly failure: Failure;

  constructor(code: Failure['code'], message: string) {
    super(message);
    this.failure = { code, message };
  }
}
