import type { SocialWindowPage } from '../social/socialWindow.js'

/** A window of the wallet's, whose storage is its own. */
export function testWindow(address: string, storage = new Map<string, string>()) {
  const url = new URL(address)
  const went: string[] = []
  const posted: { message: unknown; target: string }[] = []
  const shown: string[] = []
  let isClosed = false
  const page: SocialWindowPage = {
    location: {
      pathname: url.pathname,
      search: url.search,
      hash: url.hash,
      origin: url.origin,
      assign: (to) => void went.push(String(to)),
    },
    history: { replaceState: (_data, _unused, to) => void shown.push(String(to)) },
    sessionStorage: {
      getItem: (key) => storage.get(key) ?? null,
      setItem: (key, value) => void storage.set(key, value),
      removeItem: (key) => void storage.delete(key),
    },
    opener: { postMessage: (message, target) => void posted.push({ message, target }) },
    close: () => {
      isClosed = true
    },
  }
  return { page, went, posted, shown, storage, isClosed: () => isClosed }
}
