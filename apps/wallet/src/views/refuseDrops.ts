/** Takes no text that is dragged here: another page's visitor would fill in a field of the wallet's without having seen it. Files are dropped by whoever looks for them. */
export function refuseDrops(place: EventTarget): void {
  place.addEventListener('drop', (event) => {
    if (event instanceof DragEvent && event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
  })
}
