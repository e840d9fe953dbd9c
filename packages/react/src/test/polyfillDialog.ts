/** What jsdom lacks of the dialog. Also for tests that want nothing of the modal: its code may come while they run. */
export function polyfillDialog(): void {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
  }
}
