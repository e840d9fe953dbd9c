/** Adds the dialog methods that jsdom lacks. Also for tests without the modal: its code may come while they run. */
export function polyfillDialog(): void {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
  }
}
