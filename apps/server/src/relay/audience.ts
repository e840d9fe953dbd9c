/** Whether an address that a token is for is this relay's; `host` is what the request calls the server. */
export type OwnAudience = (aud: string, request: { host: string | undefined }) => boolean

const withoutSlash = (url: string) => url.replace(/\/$/, '')
const asSocket = (url: string) => withoutSlash(url).replace(/^http/, 'ws')

/**
 * The addresses that tokens may be for, so that a token for another relay opens nothing here.
 * @param options.urls - the relay's addresses, as clients are configured with them
 * @param options.publicUrl - the server's own address, which is the relay's too where `urls` names none. Without either any
 * name by which the server is called is taken for its own, which is for the own machine only.
 * @see W12
 */
export function createOwnAudience({
  urls,
  publicUrl,
}: {
  urls: readonly string[]
  publicUrl: string | undefined
}): OwnAudience {
  const named = urls.length > 0 ? urls : publicUrl === undefined ? [] : [publicUrl]
  const own = new Set(named.map(asSocket))
  return (aud, { host }) => {
    const asked = withoutSlash(aud)
    if (own.size > 0) return own.has(asked)
    return host !== undefined && (asked === `ws://${host}` || asked === `wss://${host}`)
  }
}
