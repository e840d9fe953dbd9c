/** `https`, or a page of this very machine, without a name and password before its host. */
export function isWebAddress(text: string): boolean {
  if (!/^https?:\/\/[^/]/i.test(text)) return false
  try {
    const { protocol, hostname, username, password } = new URL(text)
    const isLocal = /^(?:localhost|127\.0\.0\.1|\[::1\]|.+\.localhost)$/.test(hostname)
    return (protocol === 'https:' || isLocal) && username === '' && password === ''
  } catch {
    // Not an address: that is what was asked.
    return false
  }
}
