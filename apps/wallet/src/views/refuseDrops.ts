/**
 * Takes nothing that is dragged here but a file, where one is asked for: another page's visitor would fill in a field of the wallet's without having seen it, as a
 * picture that is dragged brings a file and a text.
 */
export function refuseDrops(place: EventTarget): void {
  place.addEventListener('drop', (event) => {
    const [target] = event.composedPath()
    if (target instanceof HTMLInputElement && target.type === 'file') return
    event.preventDefault()
  })
}
