/**
 * Asks over a connection that is this question's alone. A server closes one that it kept when it is stopped, or when its time is over, which a busy
 * process sees late: what is sent into it just then is lost, and can't be sent again, since a renewing token that comes twice ends the session.
 * New connections also come to all nodes alike, and to none that is leaving.
 */
export const freshFetch: typeof globalThis.fetch = (asked, options) => {
  const headers = new Headers(options?.headers)
  headers.set('connection', 'close')
  return fetch(asked, { ...options, headers })
}
