/**
 * Forms in a sandbox without `allow-forms`: the browser stops them before the page hears of it. Those of the lab are never sent anywhere, so
 * the embed tells them itself what was pressed.
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
