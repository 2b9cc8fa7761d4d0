/**
 * Forms in a sandbox without `allow-forms`: the browser blocks them before the page gets an event. The lab's forms are never sent, so
 * the embed dispatches the submit event itself.
 */
export function submitByHand(page: Document): void {
  page.addEventListener('click', (event) => {
    const button = (event.target as Element | null)?.closest?.('button[type="submit"]');
    if (!(button instanceof HTMLButtonElement) || button.form === null || event.defaultPrevented) return;
    event.preventDefault();
    if (!button.form.reportValidity()) return;
    button.form.dispatchEvent(
      new SubmitEvent('submit', { bubbles: true, cancelable: true, submitter: button }),
    );
  });
}
