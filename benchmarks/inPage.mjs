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

/** The browser of a visitor who saves data. */
export function saveData() {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
}

/** A wallet that announces itself and gives an account at once; it is never asked to sign. */
export function announceAccount() {
  const account = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
  const answers = { eth_accounts: [account], eth_requestAccounts: [account], eth_chainId: '0x1' }
  const provider = {
    request: async ({ method }) => {
      if (method in answers) return answers[method]
      throw Object.assign(new Error('not here'), { code: 4200 })
    },
    on() {},
    removeListener() {},
  }
  const info = {
    uuid: '350670db-19fa-4704-a166-e52e178b59d2',
    name: 'Maple',
    rdns: 'test.foyer.maple',
    icon: 'data:image/svg+xml,<svg/>',
  }
  const detail = Object.freeze({ info, provider })
  const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
}

/**
 * Opens the account of a connected kit by the page's own button.
 * @returns {Promise<{ viewMs: number, numbersMs: number, fetched: string[] }>} how long until the view is drawn, and until the total and every token have
 * their figures; and what was fetched for it
 */
export function openAccount() {
  const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Open')
  const find = (selector) => (document.querySelector('[data-foyer]')?.shadowRoot ?? document).querySelectorAll(selector)
  const hasView = () => find('[data-view="Account"] [data-part="account-panel"]').length > 0
  const hasNumbers = () =>
    find('[data-part="token-row"]:not([data-coming]) [data-part="token-worth"]').length === 3 &&
    find('[data-part="token-row"][data-coming]').length === 0
  const resources = () => performance.getEntriesByType('resource')
  return new Promise((resolve, reject) => {
    const before = resources().length
    const started = performance.now()
    let viewMs
    const look = () => {
      const ms = performance.now() - started
      if (viewMs === undefined && hasView()) viewMs = ms
      if (viewMs !== undefined && hasNumbers())
        resolve({
          viewMs,
          numbersMs: ms,
          fetched: resources()
            .slice(before)
            .map(({ name }) => name),
        })
      else if (ms > 20_000) reject(new Error('No figures after 20 s.'))
      else requestAnimationFrame(look)
    }
    button?.click()
    requestAnimationFrame(look)
  })
}

/**
 * Clicks without having pointed at the button, so that nothing was prefetched.
 * @param {{ host?: string, row?: string }} [where] the element in whose shadow root the row is looked for, if there is one, and its selector; the kit's unless said
 * @returns {Promise<{ ms: number, fetched: { url: string, start: number, end: number }[] }>} how long until a row is drawn, and what was fetched for
 * it, with times in ms
 */
export function openModal({ host = '[data-foyer]', row = 'dialog[open] [data-wallet]' } = {}) {
  const button = [...document.querySelectorAll('button')].find(({ textContent }) =>
    textContent?.includes('Connect Wallet'),
  )
  const isShown = () => {
    const place = document.querySelector(host)?.shadowRoot ?? document
    return (place.querySelector(row)?.getBoundingClientRect().height ?? 0) > 0
  }
  const fetchedSince = (started) =>
    performance
      .getEntriesByType('resource')
      .filter(({ startTime }) => startTime >= started)
      .map(({ name, startTime, responseEnd }) => ({ url: name, start: startTime, end: responseEnd }))
  return new Promise((resolve, reject) => {
    if (isShown()) reject(new Error('There is a row before the press.'))
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

/**
 * Opens the modal as a visitor of a slow line does, without having pointed at the button, and watches frame by frame.
 * @returns {Promise<{ busyMs: number, outlineMs: number, codeMs: number, sheetMs: number, rowMs: number, fetched: { url: string, start: number, end: number }[] }>}
 * how long until the button says that it is busy, the outline of the sheet is drawn, the last piece of its code has come, the sheet itself stands, and a
 * row in it; and what was fetched until then
 */
export function openModalSlowly() {
  const button = [...document.querySelectorAll('button')].find(({ textContent }) =>
    textContent?.includes('Connect Wallet'),
  )
  const inSheet = (selector) => {
    const place = document.querySelector('[data-foyer]')?.shadowRoot
    const found = place?.querySelector(`dialog[open] ${selector}`)
    return found !== undefined && found !== null && found.getBoundingClientRect().height > 0
  }
  const isThere = {
    busyMs: () => button?.getAttribute('aria-busy') === 'true',
    outlineMs: () => document.querySelector('[data-part="outline"]:popover-open') !== null,
    sheetMs: () => inSheet('[data-part="card"]'),
    rowMs: () => inSheet('[data-wallet]'),
  }
  const seen = {}
  return new Promise((resolve, reject) => {
    const started = performance.now()
    const look = () => {
      const ms = performance.now() - started
      for (const [name, stands] of Object.entries(isThere)) if (seen[name] === undefined && stands()) seen[name] = ms
      if (seen.rowMs === undefined) {
        if (ms > 20_000) reject(new Error('No wallet row after 20 s.'))
        else requestAnimationFrame(look)
        return
      }
      const fetched = performance
        .getEntriesByType('resource')
        .filter(
          ({ startTime, responseEnd }) =>
            startTime >= started && responseEnd > 0 && responseEnd <= started + seen.sheetMs,
        )
        .map(({ name, startTime, responseEnd }) => ({ url: name, start: startTime, end: responseEnd }))
      resolve({ ...seen, codeMs: Math.max(...fetched.map(({ end }) => end)) - started, fetched })
    }
    button?.click()
    look()
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

/**
 * Watches for the next press of the page's button, by a trusted pointer: from when the browser had it, whatever the page was doing then, until the frame with
 * the first row is painted.
 * @param {{ host?: string, row?: string }} [where] as for `openModal`
 * @returns {Promise<{ ms: number, files: number, bytes: number }>} and what was fetched from the pointer's arrival until then
 */
export function watchPress({ host = '[data-foyer]', row = 'dialog[open] [data-wallet]' } = {}) {
  const isShown = () => {
    const place = document.querySelector(host)?.shadowRoot ?? document
    return (place.querySelector(row)?.getBoundingClientRect().height ?? 0) > 0
  }
  return new Promise((resolve, reject) => {
    if (isShown()) reject(new Error('There is a row before the press.'))
    let arrived
    const arrive = ({ timeStamp }) => {
      arrived ??= timeStamp
    }
    const begin = ({ timeStamp: pressed }) => {
      const painted = () => {
        const until = performance.now()
        for (const name of ['pointerover', 'pointerdown']) removeEventListener(name, arrive, true)
        const fetched = performance
          .getEntriesByType('resource')
          .filter(({ startTime }) => startTime >= (arrived ?? pressed) && startTime <= until)
        const bytes = fetched.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
        resolve({ ms: until - pressed, files: fetched.length, bytes })
      }
      const look = () => {
        if (isShown()) {
          // The first task after the frame: what stands in it is painted.
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = painted
          port2.postMessage(undefined)
        } else if (performance.now() - pressed > 20_000) reject(new Error('No wallet row after 20 s.'))
        else requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    }
    for (const name of ['pointerover', 'pointerdown']) addEventListener(name, arrive, true)
    addEventListener('click', begin, { capture: true, once: true })
  })
}
