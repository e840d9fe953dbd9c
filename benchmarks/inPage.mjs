// What runs in the page under measurement. Each is sent there as text, so that none uses anything from outside of itself.

/** A wallet that announces itself (EIP-6963) and answers nothing: opening the modal asks it for nothing. */
export function announceWallet() {
  const provider = { request: () => new Promise(() => {}), on() {}, removeListener() {} }
  const info = {
    uuid: '350670db-19fa-4704-a166-e52e178b59d2',
    name: 'Maple',
    rdns: 'test.foyer.maple',
    icon: "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/>",
  }
  const detail = Object.freeze({ info, provider })
  const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
}

/**
 * Clicks without having pointed at the button, so that nothing was prefetched.
 * @returns {Promise<{ ms: number, fetched: { url: string, start: number, end: number }[] }>} how long until a row is drawn, and what was fetched for
 * it, with times in ms
 */
export function openModal() {
  const button = [...document.querySelectorAll('button')].find(({ textContent }) =>
    textContent?.includes('Connect Wallet'),
  )
  const isShown = () => {
    const place = document.querySelector('[data-foyer]')?.shadowRoot ?? document
    const row = place.querySelector('dialog[open] [data-wallet]')
    return row && row.getBoundingClientRect().height > 0
  }
  const fetchedSince = (started) =>
    performance
      .getEntriesByType('resource')
      .filter(({ startTime }) => startTime >= started)
      .map(({ name, startTime, responseEnd }) => ({ url: name, start: startTime, end: responseEnd }))
  return new Promise((resolve, reject) => {
    const started = performance.now()
    const look = () => {
      if (isShown()) resolve({ ms: performance.now() - started, fetched: fetchedSince(started) })
      else if (performance.now() - started > 20_000) reject(new Error('No wallet row after 20 s.'))
      else requestAnimationFrame(look)
    }
    button?.click()
    requestAnimationFrame(look)
  })
}

/** Closes as a visitor does, by the close button, and waits until the dialog is gone. @returns {Promise<void>} */
export function closeModal() {
  const find = (selector) => (document.querySelector('[data-foyer]')?.shadowRoot ?? document).querySelector(selector)
  return new Promise((resolve, reject) => {
    const started = performance.now()
    const look = () => {
      if (!find('dialog[open]')) resolve(undefined)
      else if (performance.now() - started > 20_000) reject(new Error('Still open after 20 s.'))
      else requestAnimationFrame(look)
    }
    find('[part~="close"]')?.click()
    requestAnimationFrame(look)
  })
}
