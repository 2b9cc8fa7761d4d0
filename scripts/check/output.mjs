/**
 * Prints the output of parallel steps one step after another: the oldest unfinished step prints at once; the output of
 * the others is kept until it's done.
 */
export class Output {
  /** @param {(text: string) => void} [print] */
  constructor(print = (text) => process.stdout.write(text)) {
    this.print = print;
    /** Steps that haven't been printed completely, oldest first. @type {{ kept: string, done: boolean }[]} */
    this.steps = [];
  }

  /** @returns {{ write: (text: string) => void, end: () => void }} for one step */
  begin() {
    const step = { kept: '', done: false };
    this.steps.push(step);
    return {
      write: (text) => {
        if (this.steps[0] === step) this.print(text);
        else step.kept += text;
      },
      end: () => {
        step.done = true;
        this.advance();
      },
    };
  }

  advance() {
    while (this.steps[0]?.done) {
      this.steps.shift();
      const next = this.steps[0];
      if (next) {
        this.print(next.kept);
        next.kept = '';
      }
    }
  }
}
